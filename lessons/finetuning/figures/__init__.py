"""The figures of the lesson finetuning."""
