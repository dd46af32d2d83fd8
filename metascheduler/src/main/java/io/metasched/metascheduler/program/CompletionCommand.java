package io.metasched.metascheduler.program;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code metasched completion}: prints the completion script of a shell. */
@Command(
    name = "completion",
    description = {
      "Prints a script by which bash, and zsh with bashcompinit, complete commands:",
      "  . <(metasched completion)"
    },
    mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    out.print(AutoComplete.bash("metasched", spec.root().commandLine()));
    out.flush();
    return ExitCode.DONE;
  }
}
