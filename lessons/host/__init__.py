"""The app's process: edits taken up while it runs, faults explained, results shared by all visitors."""
