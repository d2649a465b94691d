"""What is wrong, and where: the line to blame, the first step that differs, what returned nothing, which mask.

Contracts, exercises, trainings and the app all ask here, and each puts the answer into its own words.
"""
