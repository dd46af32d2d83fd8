package io.metasched.simulation.driver.cluster.fault;

import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.metascheduler.model.EnumLabel;
import io.metasched.metascheduler.program.SpellingHint;
import io.metasched.simulation.scenario.UsageException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fault to be injected into a run: {@code KIND:ROLE:after-cycle=N[,for=DURATION]}. It is injected
 * into the live JVM with the highest number among those with the role.
 *
 * @param afterCycle number of the cycle, from 0, whose snapshot it follows
 * @param duration duration, 100 ms to 10 min; zero for a kill, which is permanent
 */
public record Fault(Kind kind, MemberRole role, int afterCycle, Duration duration) {
  /** Syntax of a fault. */
  public static final String FORM = "KIND:ROLE:after-cycle=N[,for=DURATION]";

  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final Pattern TEXT = Pattern.compile("([^:]*):([^:]*):([^:]*)");
  private static final Pattern WHEN = Pattern.compile("after-cycle=([^,]*)(?:,for=([^,]*))?");
  private static final Pattern CYCLE = Pattern.compile("\\d{1,9}");
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m)");

  /** Kind of a fault of a JVM. */
  public enum Kind {
    KILL("The JVM ends at once."),
    PAUSE("The JVM is stopped for the duration."),
    LOSS("All messages between the JVM and others are dropped for the duration.");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    /** Returns the effect on the JVM, for the docs. */
    public String meaning() {
      return meaning;
    }

    /** Returns the name in options and results. */
    public String registryName() {
      return EnumLabel.of(this);
    }
  }

  /**
   * Parses a fault.
   *
   * @throws UsageException if the syntax is wrong or a value is out of range
   */
  public static Fault parse(String text) {
    var parts = TEXT.matcher(text.strip());
    if (!parts.matches()) {
      throw refusal(text, "allowed is " + FORM);
    }
    var kind =
        named(text, "kind", parts.group(1), Arrays.asList(Kind.values()), Kind::registryName);
    var role = named(text, "role", parts.group(2), MemberRole.OF_RUNS, MemberRole::registryName);
    var when = WHEN.matcher(parts.group(3));
    if (!when.matches()) {
      throw refusal(
          text,
          "allowed after the role is after-cycle=N[,for=DURATION], given was '%s'"
              .formatted(parts.group(3)));
    }
    return new Fault(kind, role, cycle(text, when.group(1)), duration(text, kind, when.group(2)));
  }

  private static <T> T named(
      String text, String what, String given, List<T> known, Function<T, String> name) {
    var names = known.stream().map(name).toList();
    int at = names.indexOf(given);
    if (at < 0) {
      throw refusal(
          text,
          "unknown %s '%s'%s; known are %s"
              .formatted(what, given, SpellingHint.hint(given, names), String.join(", ", names)));
    }
    return known.get(at);
  }

  private static int cycle(String text, String given) {
    if (!CYCLE.matcher(given).matches()) {
      throw refusal(
          text,
          "after-cycle: allowed is the number of a cycle, from 0, given was '%s'".formatted(given));
    }
    return Integer.parseInt(given);
  }

  private static Duration duration(String text, Kind kind, @Nullable String given) {
    if (kind == Kind.KILL) {
      if (given != null) {
        throw refusal(
            text,
            "for: not allowed for a kill, which is permanent; given was '%s'".formatted(given));
      }
      return Duration.ZERO;
    }
    if (given == null) {
      throw refusal(text, "for: a %s needs a duration".formatted(kind.registryName()));
    }
    var parts = DURATION.matcher(given);
    if (parts.matches()) {
      long number = Long.parseLong(parts.group(1));
      var duration =
          switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            default -> Duration.ofMinutes(number);
          };
      if (duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0) {
        return duration;
      }
    }
    throw refusal(
        text, "for: allowed is 100ms to 10m, such as 500ms or 2s, given was '%s'".formatted(given));
  }

  /**
   * Checks the fault against the cycles of a scenario.
   *
   * @param cycles maximum number of cycles
   * @throws UsageException if it would never be injected
   */
  public void requireWithin(int cycles) {
    if (afterCycle >= cycles) {
      throw refusal(
          toString(),
          "after-cycle: the scenario has the cycles 0 to %d, given was %d"
              .formatted(cycles - 1, afterCycle));
    }
  }

  /**
   * Checks the kills of a run against its JVMs: each role must keep a member.
   *
   * @param liveMembers JVMs that the run begins with; not modified
   * @throws UsageException if a role would lose its last member
   */
  public static void requireSurvivors(List<Fault> faults, LiveMembers liveMembers) {
    var left = liveMembers.copy();
    for (var fault : inOrder(faults)) {
      if (fault.kind == Kind.KILL) {
        left.highest(fault.role).ifPresent(left::lose);
        if (!left.isComplete()) {
          throw refusal(
              fault.toString(), "with this kill, no JVM is left for one of the roles of the run");
        }
      }
    }
  }

  /** Returns the faults in the order of their injection. */
  static List<Fault> inOrder(List<Fault> faults) {
    return faults.stream().sorted(Comparator.comparingInt(Fault::afterCycle)).toList();
  }

  private static UsageException refusal(String text, String why) {
    return new UsageException("--fault %s: %s".formatted(text, why));
  }

  @Override
  public String toString() {
    var lasting = kind == Kind.KILL ? "" : ",for=%dms".formatted(duration.toMillis());
    return "%s:%s:after-cycle=%d%s"
        .formatted(kind.registryName(), role.registryName(), afterCycle, lasting);
  }
}
