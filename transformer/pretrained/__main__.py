from transformer.pretrained.command import main

main()
