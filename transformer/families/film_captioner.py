"""A video captioner: the image captioner's decoder attends to 12 frames instead of 196 positions
(temporal attention: Yao et al. 2015, "Describing videos by exploiting temporal structure").
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer.families.captioner import Captioner, CaptionerConfig
from transformer.families.family import Family
from transformer.objectives.captioning import Captioning
from transformer.objectives.maps import Map
from transformer.pictures.video_encoder import VideoEncoder
from transformer.tasks import Example
from transformer.tasks.drawings import COLOURS, SHAPES, SIDE
from transformer.tasks.films import DOES, FRAMES, THEN, Film, refuse


@dataclass(frozen=True)
class FilmCaptionerConfig(CaptionerConfig):
    """The same sizes. `look` is "soft" (temporal attention), "even" (the mean of the frames) or "hard"; `local` is
    the number of frames that a convolution reads at a time."""

    width: int = 64
    local: int = 3


class FilmCaptioner(Captioner):
    def sees(self, config: CaptionerConfig) -> nn.Module:
        local = config.local if isinstance(config, FilmCaptionerConfig) else 3
        return VideoEncoder(config.channels, config.width, FRAMES, local)

    def places(self, pixels: Tensor) -> Tensor:
        """pixels (batch, pixel, channels), frame by frame → one vector per frame: (batch, frame, width)."""
        frames = pixels.unflatten(1, (FRAMES, SIDE, SIDE))  # (batch, frame, row, column, channels)
        return self.seeing(frames.movedim(-1, 1))


WORD_KINDS = dict.fromkeys(COLOURS, "colour") | dict.fromkeys(SHAPES, "shape")
WORD_KINDS |= {word: "event" for does in DOES for word in does.split()}


def event(example: Example, number: int) -> tuple[str, Tensor] | None:
    """For a word that names a colour, a shape or an event: its kind, and the frames of its event."""
    kind = WORD_KINDS.get(example.target[number])
    if not kind or not isinstance(example, Film):
        return None
    frames = example.events[number > example.target.index(THEN)].frames
    return kind, torch.tensor([frame in frames for frame in range(FRAMES)])


MAPS = (Map("look", "decoder.attention", rows="target", columns="frames"),)
OBJECTIVE = Captioning(MAPS, refuse, [f"frame {n}" for n in range(1, FRAMES + 1)], event)
FAMILY = Family("film_captioner", FilmCaptionerConfig, FilmCaptioner, OBJECTIVE, MAPS)
