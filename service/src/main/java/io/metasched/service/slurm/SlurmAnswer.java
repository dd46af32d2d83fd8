package io.metasched.service.slurm;

import io.metasched.metascheduler.program.PrintableText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Answer to a command.
 *
 * @param exit exit status
 * @param errors lines for standard error, without the name of the command
 * @param out text for standard output
 * @param awaited number of the job for whose end the client waits; empty for none
 */
public record SlurmAnswer(int exit, List<String> errors, String out, String awaited) {
  public SlurmAnswer {
    errors = List.copyOf(errors);
  }

  SlurmAnswer(int exit, List<String> errors, String out) {
    this(exit, errors, out, "");
  }

  static SlurmAnswer of(String out) {
    return new SlurmAnswer(0, List.of(), out);
  }

  /** Creates the answer of a command that has been refused. */
  public static SlurmAnswer refused(ClientFaultException why) {
    return new SlurmAnswer(1, List.of("error: " + why.getMessage()), "");
  }

  SlurmAnswer with(List<String> remarks) {
    var all = Stream.concat(remarks.stream(), errors.stream()).toList();
    return new SlurmAnswer(exit, all, out, awaited);
  }

  /**
   * Returns the answer as sent to a client: the exit status, possibly with the number of a job
   * whose end is awaited; the lines for standard error; an empty line; and the text for standard
   * output.
   */
  public String text(String command) {
    var lines =
        errors.stream()
            .map(each -> command + ": " + PrintableText.replaced(each, ' ') + "\n")
            .collect(Collectors.joining());
    return (exit + " " + awaited).strip() + "\n" + lines + "\n" + out;
  }
}
