"""The figures of the lesson heads."""
