from transformer.pretrained.command import main
from transformer.runs.commands import command

if __name__ == "__main__":
    with command("pretrained"):
        main()
