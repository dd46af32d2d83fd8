package io.metasched.simulation.driver.cluster.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A run over several JVMs and the faults it goes through, drawn from a seed. One that ends without
 * the result of a run on one thread has found an error.
 *
 * @param scenario its name
 * @param policy the only one that runs
 * @param settings of the scenario, such as {@code vo.count=2}
 * @param jvms how many, 3 or 4
 * @param faults as they are written on a command line, such as {@code kill:owners:after-cycle=1}
 */
public record FaultSchedule(
    String scenario, String policy, List<String> settings, int jvms, List<String> faults) {
  private static final int CYCLES = 5;
  private static final int ROUNDS = 30;
  private static final List<String> CYCLIC = List.of("css", "batch-slicer", "bsf", "backfilling");
  private static final List<String> TWO_LEVEL =
      List.of("random", "mct", "mct-by-index", "ar-priority", "ar-gather", "static");
  private static final List<String> ROLES = List.of("owners", "metascheduler", "users");

  /** What goes unnoticed, what is noticed and heals, and what costs the JVM. */
  private static final List<String> SPELLS = List.of("500ms", "2s", "3s", "7s", "25s");

  /**
   * The schedule of a seed: of cycles for an odd one, of two levels for an even one. Of the two
   * JVMs that may have the metascheduler one is never killed.
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

  /** One or two of them; where there are two, one strikes owners. */
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

  /** The arguments of the scenario, whatever drives it. */
  public List<String> scenarioArguments() {
    var arguments = new ArrayList<>(List.of(scenario, "--policy", policy));
    settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
    return arguments;
  }

  /** The arguments of the run over several JVMs alone. */
  public List<String> clusterArguments() {
    var arguments = new ArrayList<>(List.of("--jvms", String.valueOf(jvms)));
    faults.forEach(fault -> arguments.addAll(List.of("--fault", fault)));
    return arguments;
  }

  /** The command line that goes through it. */
  public String commandLine() {
    return "./metasched cluster %s %s"
        .formatted(String.join(" ", scenarioArguments()), String.join(" ", clusterArguments()));
  }
}
