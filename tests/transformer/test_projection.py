"""Projections, neighbours, the direction of agreement, and the recorded training of a table."""

import dataclasses
import math

import pytest
import torch

from lessons.embeddings.measure.agreement import agreement, agreement_plane, analogy
from transformer.measure.words.projection import (
    aligned,
    cosines,
    kept_fraction,
    near_in_picture,
    nearest,
    neighbours,
    pca,
    shares,
)
from transformer.tasks import TASKS
from transformer.tasks.english_french.parts_of_speech import (
    NOUN,
    PARTS,
    SEVERAL,
    agreement_pairs,
    sorts,
)
from transformer.training import build, command, recipes, train
from transformer.training.recipes import RECIPES
from transformer.weights import FOLDER, WeightsError
from transformer.weights import film as films


def cloud(rows=40, d=6, seed=1):
    """Vectors that vary differently along each axis, and are not centred."""
    numbers = torch.Generator().manual_seed(seed)
    return torch.randn(rows, d, generator=numbers) * torch.arange(1, d + 1) + 3


@pytest.fixture(scope="module")
def table(trained):
    return trained.model.source_embedding.table.weight.detach()


class TestPca:
    def test_axes_and_shares_are_those_of_the_covariance(self):
        vectors = cloud()
        found = pca(vectors, 6)
        values, axes = torch.linalg.eigh(torch.cov(vectors.double().T))
        assert torch.allclose(found.share, values.flip(0) / values.sum())
        assert torch.allclose((found.axes @ axes.flip(1)).abs(), torch.eye(6).double(), atol=1e-9)
        assert found.share.sum().item() == pytest.approx(1)

    def test_all_axes_together_lose_nothing(self):
        vectors = cloud()
        found = pca(vectors, 6)
        assert torch.allclose(found.points @ found.axes + found.mean, vectors.double())
        assert torch.allclose(found.project(vectors), found.points)

    def test_the_picture_never_turns_over(self):
        vectors = cloud()
        assert torch.allclose(pca(-vectors).axes, pca(vectors).axes)
        assert (
            pca(vectors, 6).axes.max(1).values == pca(vectors, 6).axes.abs().max(1).values
        ).all()

    def test_equal_vectors_do_not_vary(self):
        found = pca(torch.ones(5, 3))
        assert found.share.tolist() == [0, 0] and found.points.abs().max() == 0

    @pytest.mark.parametrize(
        ("vectors", "components", "words"),
        [
            (torch.ones(1, 4), 1, "a single vector has no variance"),
            (torch.ones(4), 1, r"was given a tensor of shape \(4,\)"),
            (torch.ones(3, 4), 4, "between 1 and 3 for 3 vectors"),
            (torch.ones(3, 4), 0, "components is 0"),
            (torch.tensor([[1.0, math.nan], [0, 0]]), 1, "NaN or infinite"),
        ],
    )
    def test_what_cannot_be_projected_is_refused(self, vectors, components, words):
        with pytest.raises(ValueError, match=words):
            pca(vectors, components)


class TestNeighbours:
    def test_cosines_are_torchs(self, table):
        expected = torch.nn.functional.cosine_similarity(table[:5, None], table[None], dim=-1)
        assert torch.allclose(cosines(table, table[:5]).float(), expected, atol=1e-5)
        assert cosines(torch.zeros(2, 3), torch.ones(1, 3)).tolist() == [[0, 0]]

    def test_nearest_is_a_search_over_all_rows(self, table):
        a = table[30].double()
        by_hand = [(n, float(a @ b / (a.norm() * b.norm()))) for n, b in enumerate(table.double())]
        expected = sorted((p for p in by_hand if p[0] != 30), key=lambda p: -p[1])[:7]
        found = nearest(table, 30, 7)
        assert [row for row, _ in found] == [row for row, _ in expected]
        assert [c for _, c in found] == pytest.approx([c for _, c in expected])

    def test_only_allowed_rows_are_named_and_ties_go_to_the_first(self):
        vectors = torch.tensor([[1.0, 0], [2, 0], [0, 1], [3, 0]])
        assert [row for row, _ in nearest(vectors, 0, 3)] == [1, 3, 2]
        allowed = torch.tensor([True, False, True, True])
        assert neighbours(vectors, 2, [0], allowed)[0].tolist() == [[3, 2]]

    @pytest.mark.parametrize("count", [0, 4])
    def test_more_neighbours_than_rows_are_refused(self, count):
        with pytest.raises(ValueError, match="must be between 1 and 3"):
            nearest(torch.eye(4), 0, count)

    def test_the_eye_goes_by_distance(self):
        points = torch.tensor([[0.0, 0], [10, 0], [1, 1], [0, 3]])
        rows, distances = near_in_picture(points, 2)
        assert rows[0].tolist() == [2, 3] and distances[0].tolist() == pytest.approx([2**0.5, 3])
        assert nearest(points[1:], 0, 1) == [(1, pytest.approx(0.5**0.5))], "by direction it is not"

    def test_what_two_lists_have_in_common(self):
        near, seen = torch.tensor([[1, 2, 3], [4, 5, 6]]), torch.tensor([[3, 9, 1], [7, 8, 9]])
        assert kept_fraction(near, seen).tolist() == pytest.approx([2 / 3, 0])


class TestAlignment:
    def test_the_last_frame_is_its_own_projection(self):
        film = torch.stack((cloud(seed=2), cloud(seed=3), cloud(seed=4)))
        own = pca(film[-1])
        points, share = aligned(film), shares(film, own.axes)
        assert torch.allclose(points[-1], own.points) and torch.allclose(share[-1], own.share)
        for frame, seen in zip(film, share, strict=True):  # no axes show more than its own
            assert seen.sum() <= pca(frame).share.sum() + 1e-12
        assert share[0].sum() < pca(film[0]).share.sum() - 0.001

    def test_words_that_rest_rest_in_the_picture(self):
        film = torch.stack((cloud(), cloud() + 5, cloud()))  # the middle one is only shifted
        points = aligned(film)
        assert torch.allclose(points[0], points[2]) and torch.allclose(
            points[0], points[1], atol=1e-5
        )

    def test_axes_of_their_own_would_flip(self):
        """Why they are aligned: one frame turned in space is another picture on its own axes."""
        turned = cloud()[:, [1, 0, 2, 3, 4, 5]] * torch.tensor([1, 1, 1, 1, 1, -1.0])
        assert torch.allclose(pca(turned).points.abs(), pca(cloud()).points.abs(), atol=1e-5)
        assert not torch.allclose(aligned(torch.stack((turned, cloud())))[0], pca(turned).points)


class TestAgreement:
    def pairs(self):
        """Words along one axis each; the feminine has the same and a little of the last axis."""
        words = torch.eye(7, 8)[:6]
        feminine = words + torch.tensor([0.0] * 7 + [0.4])
        return torch.cat((words, feminine)), [(n, n + 6) for n in range(6)]

    def test_a_true_direction_is_found_for_all(self):
        found = agreement(*self.pairs())
        assert found.hits == 6 and all(a.rank == 1 for a in found.answers)
        assert found.direction.tolist() == pytest.approx([0] * 7 + [0.4])
        assert found.random_baseline == pytest.approx(1 / 11)

    def test_a_pair_never_helps_itself(self):
        """Two pairs of different directions: each is asked with the direction of the other."""
        e = torch.eye(4)
        table = torch.stack((e[0], e[0] + e[2], e[1], e[1] + e[3], e[0] + e[3], e[1] + e[2]))
        found = agreement(table, [(0, 1), (2, 3)])
        assert [a.nearest for a in found.answers] == [4, 5] and found.hits == 0
        assert [a.cosine for a in found.answers] == pytest.approx([1, 1])

    def test_the_baseline_asks_without_a_direction(self):
        table, pairs = self.pairs()
        assert agreement(table, pairs).baseline == 6
        nearer = table[:6] + 0.1 * torch.eye(8)[6]  # one more word close to each start
        found = agreement(torch.cat((table, nearer)), pairs)
        assert (found.hits, found.baseline) == (6, 0)
        assert [a.neighbour for a in found.answers] == list(range(12, 18))

    def test_it_counts_how_often_the_start_would_have_been_nearest(self):
        table, pairs = self.pairs()
        assert agreement(table, pairs).stays == 0
        table[6::2, 7] *= -1  # half of the differences point the other way: hardly a direction left
        found = agreement(table, pairs)
        assert found.stays == 6 and all(a.nearest != a.start for a in found.answers)

    def test_one_by_one_on_the_real_table(self, trained):
        table = trained.model.target_embedding.table.weight.detach().double()
        words = trained.target_vocabulary
        pairs = [
            tuple(words.encode(p)) for p in agreement_pairs() if p[0] in words and p[1] in words
        ]
        found = agreement(table, pairs)
        for n in (0, 17, 60):
            start, wanted = pairs[n]
            others = [table[b] - table[a] for k, (a, b) in enumerate(pairs) if k != n]
            aim = table[start] + torch.stack(others).mean(0)
            by_hand = sorted(
                (-float(aim @ row / (aim.norm() * row.norm())), i)
                for i, row in enumerate(table)
                if i != start
            )
            answer = found.answers[n]
            assert (answer.start, answer.wanted) == (start, wanted)
            assert answer.nearest == by_hand[0][1] and answer.cosine == pytest.approx(
                -by_hand[0][0]
            )
            assert answer.rank == 1 + [i for _, i in by_hand].index(wanted)
            assert answer.neighbour == nearest(table, start, 1)[0][0]
        assert found.baseline < found.hits < len(pairs), "what the page says about it"

    def test_one_pair_alone_is_refused(self):
        with pytest.raises(ValueError, match="1 pairs were given: .*one for testing"):
            agreement(torch.eye(4), [(0, 1)])

    def test_analogy_leaves_the_three_words_out(self):
        table, _ = self.pairs()
        best = analogy(table, 0, 6, 1)
        assert best[0][0] == 7 and {row for row, _ in best} == set(range(12)) - {0, 6, 1}

    def test_the_plane_of_the_pairs(self):
        table, pairs = self.pairs()
        seen = agreement_plane(table, pairs)
        assert torch.allclose(seen.axes @ seen.axes.T, torch.eye(2).double(), atol=1e-9)
        assert seen.axes[0].tolist() == pytest.approx([0] * 7 + [1])
        assert (seen.points[6:, 0] - seen.points[:6, 0]).tolist() == pytest.approx([0.4] * 6)
        assert 0 < seen.share.sum() < 1


class TestFilm:
    def test_the_first_is_untrained_and_the_last_is_what_ships(self, trained, table):
        film = films.load("english_french")
        fresh = films.untrained(trained)
        assert torch.equal(film.source[0], fresh.source_embedding.table.weight)
        assert torch.equal(film.source[-1], table), "bit for bit"
        assert film.steps == RECIPES["english_french"].recorded_steps
        assert film.steps[-1] == trained.card["settings"]["steps"]
        assert (FOLDER / "english_french.film.safetensors").stat().st_size < 2_000_000

    def test_training_again_gives_the_first_frames(self):
        recipe, film = RECIPES["english_french"], films.load("english_french")
        task = TASKS[recipe.task]()
        model = build(task, recipe.settings.seed, **recipe.sizes)
        recorder = films.Recorder(model, film.steps[:3])
        for number, _ in enumerate(recorder.watch(train(model, task, recipe.settings)), start=1):
            if number == film.steps[2]:
                break
        again = recorder.recording()
        assert again.steps == film.steps[:3] and torch.equal(again.source[0], film.source[0])
        # Adam divides by the size of a gradient: where that is rounding, a single weight may differ.
        moved = (film.source[2] - film.source[0]).norm()
        assert moved > 0 and (again.source[2] - film.source[2]).norm() < 0.01 * moved

    @pytest.mark.slow
    def test_training_writes_them_where_the_recipe_says_so(self, tmp_path, monkeypatch):
        short = dataclasses.replace(
            RECIPES["copy"],
            settings=dataclasses.replace(RECIPES["copy"].settings, steps=3),
            recorded_steps=(0, 2, 99),
        )
        monkeypatch.setitem(recipes.RECIPES, "copy", short)
        command.main(["copy", "--out", str(tmp_path)])
        film = films.load("copy", tmp_path)
        assert film.steps == (0, 2, 3), "the last one is kept in any case"
        assert films.names(tmp_path) == ["copy"]
        saved = load_from(tmp_path)
        assert torch.equal(film.source[-1], saved.model.source_embedding.table.weight)
        monkeypatch.setitem(recipes.RECIPES, "copy", dataclasses.replace(short, recorded_steps=()))
        (tmp_path / "copy.film.safetensors").unlink()
        command.main(["copy", "--out", str(tmp_path)])
        assert films.names(tmp_path) == []

    def test_missing_or_damaged_frames_are_explained(self, tmp_path):
        with pytest.raises(
            WeightsError, match=r"no training run of 'copy' was recorded.*python -m"
        ):
            films.load("copy", tmp_path)
        (tmp_path / "copy.film.safetensors").write_bytes(b"junk")
        with pytest.raises(WeightsError, match=r"copy.film.safetensors is damaged.*python -m"):
            films.load("copy", tmp_path)
        films.save("copy", films.EmbeddingRecording((0, 1, 2), torch.zeros(2, 3, 4)), tmp_path)
        with pytest.raises(WeightsError, match="damaged: 3 steps for 2 frames"):
            films.load("copy", tmp_path)

    def test_looking_back_leaves_the_random_numbers_alone(self, trained):
        before = torch.random.get_rng_state()
        films.untrained(trained)
        assert torch.equal(before, torch.random.get_rng_state())


def load_from(folder):
    from transformer import weights

    return weights.load("copy", folder)


class TestPartsOfSpeech:
    def test_pairs_are_two_forms_of_one_word_that_the_model_knows(self, trained):
        pairs = agreement_pairs()
        assert len(set(pairs)) == len(pairs) and all(a != b for a, b in pairs)
        assert {("petit", "petite"), ("le", "la"), ("il", "elle"), ("allé", "allée")} <= set(pairs)
        known = [
            p
            for p in pairs
            if p[0] in trained.target_vocabulary and p[1] in trained.target_vocabulary
        ]
        assert len(known) > 75
        french = sorts("target")
        assert all(french[a].gender == "m" and french[b].gender == "f" for a, b in known)

    def test_the_tables_give_each_word_one_sort(self, trained):
        english, french = sorts("source"), sorts("target")
        assert english["street"] == (NOUN, "f") and english["dog"] == (NOUN, "m")
        assert english["baker"] == (NOUN, ""), "in French one or the other"
        assert french["porte"].part == SEVERAL, "a door, and carries"
        assert {sort.part for sort in (*english.values(), *french.values())} <= set(PARTS)
        listed = [w for w in trained.source_vocabulary.words if w in english]
        assert len(listed) > 400
