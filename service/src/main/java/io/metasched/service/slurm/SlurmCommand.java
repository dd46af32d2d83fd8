package io.metasched.service.slurm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Commands of Slurm, with their options. */
public enum SlurmCommand {
  SBATCH(SbatchOptions.TABLE, "[SCRIPT [ARG...]]", Optional.empty()),
  SCANCEL(Scancel.OPTIONS, "[JOB...]", Optional.empty()),
  SQUEUE(Squeue.OPTIONS, "", Optional.of(Squeue::answer)),
  SACCT(Sacct.OPTIONS, "", Optional.of(Sacct::answer)),
  SCONTROL(
      Scontrol.OPTIONS,
      "ping | show ENTITY [NAME] | update JobId=JOB Priority=N",
      Optional.of(Scontrol::answer)),
  SINFO(Sinfo.OPTIONS, "", Optional.of(Sinfo::answer)),
  SACCTMGR(Sacctmgr.OPTIONS, "show user", Optional.of(Sacctmgr::answer)),
  /** Runs in the job, without a request. */
  SRUN(SrunOptions.TABLE, "COMMAND [ARG...]", Optional.empty());

  private static final String VERSION = "slurm 22.05.8\n";

  @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
  private final OptionTable options;

  private final String operands;

  @SuppressWarnings("ImmutableEnumChecker") // keeps no state
  private final Optional<Function<ClientView, SlurmAnswer>> reading;

  SlurmCommand(
      OptionTable options, String operands, Optional<Function<ClientView, SlurmAnswer>> reading) {
    this.options = options;
    this.operands = operands;
    this.reading = reading;
  }

  public OptionTable options() {
    return options;
  }

  /** Returns the name, as typed. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the command with a name that only reads the book. */
  public static Optional<SlurmCommand> reading(String name) {
    return Arrays.stream(values())
        .filter(each -> each.reading.isPresent() && each.label().equals(name))
        .findFirst();
  }

  /** Returns the answer of a command that only reads the book. */
  public SlurmAnswer answer(ClientView view) {
    try {
      return information(view.call().arguments())
          .orElseGet(() -> reading.orElseThrow().apply(view));
    } catch (ClientFaultException e) {
      return SlurmAnswer.refused(e);
    }
  }

  /**
   * Returns the answer to a request for the version or the options; empty for any other command.
   *
   * @throws ClientFaultException for invalid arguments
   */
  public Optional<SlurmAnswer> information(List<String> arguments) {
    var given = options.parse(arguments);
    return given.has("version")
        ? Optional.of(SlurmAnswer.of(VERSION))
        : given.has("help")
            ? Optional.of(SlurmAnswer.of(help()))
            : given.has("usage") ? Optional.of(SlurmAnswer.of(usage())) : Optional.empty();
  }

  private String usage() {
    return "Usage: %s [OPTION...] %s".formatted(label(), operands).strip() + "\n";
  }

  /** Returns the usage and all options. */
  public String help() {
    return usage() + options.help();
  }
}
