package io.metasched.service.slurm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Commands of Slurm, with their options. */
public enum SlurmCommand {
  SBATCH(SbatchOptions.TABLE, Optional.empty()),
  SCANCEL(Scancel.OPTIONS, Optional.empty()),
  SQUEUE(Squeue.OPTIONS, Optional.of(Squeue::answer)),
  SACCT(Sacct.OPTIONS, Optional.of(Sacct::answer)),
  SCONTROL(Scontrol.OPTIONS, Optional.of(Scontrol::answer)),
  SINFO(Sinfo.OPTIONS, Optional.of(Sinfo::answer)),
  SACCTMGR(Sacctmgr.OPTIONS, Optional.of(Sacctmgr::answer)),
  /** Runs in the job, without a request. */
  SRUN(SrunOptions.TABLE, Optional.empty());

  private static final String VERSION = "slurm 22.05.8\n";

  @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
  private final OptionTable options;

  @SuppressWarnings("ImmutableEnumChecker") // keeps no state
  private final Optional<Function<ClientView, SlurmAnswer>> reading;

  SlurmCommand(OptionTable options, Optional<Function<ClientView, SlurmAnswer>> reading) {
    this.options = options;
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
      return asksForVersion(view.call().arguments())
          ? SlurmAnswer.of(VERSION)
          : reading.orElseThrow().apply(view);
    } catch (ClientFaultException e) {
      return SlurmAnswer.refused(e);
    }
  }

  /** Returns whether the only argument asks for the version. */
  public static boolean asksForVersion(List<String> arguments) {
    return arguments.equals(List.of("--version")) || arguments.equals(List.of("-V"));
  }

  /** Returns the answer with the version. */
  public static SlurmAnswer version() {
    return SlurmAnswer.of(VERSION);
  }
}
