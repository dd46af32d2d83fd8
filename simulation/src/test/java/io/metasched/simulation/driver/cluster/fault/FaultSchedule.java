package io.metasched.simulation.driver.cluster.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Run over several JVMs with the faults injected into it, drawn from a seed. If the result of a
 * schedule differs from the result of a run on one thread, there is an error.
 *
 * @param scenario name of the scenario
 * @param policy the only policy that runs
 * @param settings settings of the scenario, such as {@code vo.count=2}
 * @param jvms number of JVMs, 3 or 4
 * @param faults faults as written on a command line, such as {@code kill:owners:after-cycle=1}
 */
public record FaultSchedule(
    String scenario, String policy, List<String> settings, int jvms, List<String> faults) {
  private static final int CYCLES = 5;
  private static final int ROUNDS = 30;
  private static final List<String> CYCLIC = List.of("css", "batch-slicer", "bsf", "backfilling");
  private static final List<String> TWO_LEVEL =
      List.of("random", "mct", "mct-by-index", "ar-priority", "ar-gather", "static");
  private static final List<String> ROLES = List.of("owners", "metascheduler", "users");

  /** Durations of faults: undetected, detected and recovered, or long enough to lose the JVM. */
  private static final List<String> SPELLS = List.of("500ms", "2s", "3s", "7s", "25s");

  /**
   * Returns the schedule of a seed: scheduling cycles for an odd seed, two levels for an even seed.
   * Of the two JVMs that may host the metascheduler, one is never killed.
   */
  public static FaultSchedule of(long seed) {
    var random = new SplittableRandom(seed);
    return seed % 2 == 0 ? twoLevel(seed, random) : cyclic(seed, random);
  }

  private static FaultSchedule cyclic(long seed, RandomGenerator random) {
    return new FaultSchedule(
        "default",
        any(CYCLIC, random),
        List.of("seed=" + seed, "time.cycles=" + CYCLES, "vo.count=" + (1 + random.nextInt(3))),
        3 + random.nextInt(2),
        faults(CYCLES, random));
  }

  private static FaultSchedule twoLevel(long seed, RandomGenerator random) {
    var settings = new ArrayList<>(List.of("seed=" + seed, "jobs.count=" + 2 * ROUNDS));
    settings.add("providers.count=" + (2 + random.nextInt(4)));
    settings.add("providers.local=" + any(List.of("fcfs", "first-fit", "lsf", "easy"), random));
    settings.add("grid.queueing=" + any(List.of("ar-first", "ar-fcfs"), random));
    return new FaultSchedule(
        "two-level",
        any(TWO_LEVEL, random),
        settings,
        3 + random.nextInt(2),
        faults(ROUNDS, random));
  }

  /** Returns one or two faults; of two faults, at least one affects owners. */
  private static List<String> faults(int cycles, RandomGenerator random) {
    var faults = new ArrayList<String>();
    int first = random.nextInt(cycles - 1);
    var role = any(ROLES, random);
    faults.add(fault(role, first, random));
    if (random.nextBoolean()) {
      var other = role.equals("owners") ? any(ROLES, random) : "owners";
      faults.add(fault(other, first + 1 + random.nextInt(cycles - 1 - first), random));
    }
    return faults;
  }

  private static String fault(String role, int cycle, RandomGenerator random) {
    var kind = any(List.of("kill", "kill", "pause", "loss"), random);
    var spell = kind.equals("kill") ? "" : ",for=" + any(SPELLS, random);
    return "%s:%s:after-cycle=%d%s".formatted(kind, role, cycle, spell);
  }

  private static <T> T any(List<T> all, RandomGenerator random) {
    return all.get(random.nextInt(all.size()));
  }

  /** Returns the arguments of the scenario, independent of the driver. */
  public List<String> scenarioArguments() {
    var arguments = new ArrayList<>(List.of(scenario, "--policy", policy));
    settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
    return arguments;
  }

  /** Returns the additional arguments of the run over several JVMs. */
  public List<String> clusterArguments() {
    var arguments = new ArrayList<>(List.of("--jvms", String.valueOf(jvms)));
    faults.forEach(fault -> arguments.addAll(List.of("--fault", fault)));
    return arguments;
  }

  /** Returns the command line that runs this schedule. */
  public String commandLine() {
    return "./metasched cluster %s %s"
        .formatted(String.join(" ", scenarioArguments()), String.join(" ", clusterArguments()));
  }
}
