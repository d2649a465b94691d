"""The measurements of the lesson finetuning."""
