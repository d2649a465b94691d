"""The measurements of the lesson heads."""
