"""The app: `streamlit run app.py`. Navigation, built from `lessons.LESSONS`; nothing else.

Streamlit runs this file in two roles: once as the server, and once for every visit to a page.
"""

import streamlit as st

if __name__ == "__main__":  # a visit
    from lessons import FRONT, LESSONS
    from lessons.host import live

    live.look()  # before anything that a student may have edited is imported
    ui = live.load("lessons.kit.ui")
    pages = [
        st.Page(
            f"lessons/{lesson.name}/page.py",
            title=lesson.title,
            url_path=lesson.name,
            default=lesson.name == FRONT,
            help=lesson.question,
        )
        for lesson in LESSONS
    ]
    ui.run(st.navigation(pages, position="hidden"))  # the links are in `ui.top_bar`
else:  # the server
    from lessons.host import server

    app = st.App(__file__, lifespan=server.lifespan, routes=server.ROUTES)
