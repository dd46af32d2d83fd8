package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class JobStateTest {
  private static final Path PAGE = Path.of("../docs/job-states.md");
  private static final Pattern ROW =
      Pattern.compile("\\| `([a-z]+)` \\| [^|]+ \\| ([^|]+) \\| ([^|]+) \\| [^|]+ \\|");
  private static final Pattern STATE = Pattern.compile("`([a-z]+)`");

  /** States into which a job may change, by present state. */
  static final Map<JobState, Set<JobState>> DIAGRAM =
      new EnumMap<>(
          Map.of(
              JobState.WAITING,
              EnumSet.of(JobState.BOOKED, JobState.WITHDRAWN, JobState.REFUSED),
              JobState.BOOKED,
              EnumSet.of(JobState.STARTING, JobState.WAITING, JobState.FAILED, JobState.WITHDRAWN),
              JobState.STARTING,
              EnumSet.of(
                  JobState.RUNNING,
                  JobState.WAITING,
                  JobState.FAILED,
                  JobState.WITHDRAWN,
                  JobState.LOST,
                  JobState.OVERRAN),
              JobState.RUNNING,
              EnumSet.of(
                  JobState.WAITING,
                  JobState.FINISHED,
                  JobState.FAILED,
                  JobState.WITHDRAWN,
                  JobState.LOST,
                  JobState.OVERRAN),
              JobState.FINISHED,
              EnumSet.noneOf(JobState.class),
              JobState.FAILED,
              EnumSet.noneOf(JobState.class),
              JobState.OVERRAN,
              EnumSet.noneOf(JobState.class),
              JobState.WITHDRAWN,
              EnumSet.noneOf(JobState.class),
              JobState.REFUSED,
              EnumSet.noneOf(JobState.class),
              JobState.LOST,
              EnumSet.noneOf(JobState.class)));

  private static Set<String> states(String cell) {
    var states = new TreeSet<String>();
    STATE.matcher(cell).results().forEach(each -> states.add(each.group(1)));
    return states;
  }

  @ParameterizedTest
  @EnumSource
  void aStateIsLeftOnlyAlongTheDiagramAndAFinalOneNever(JobState state) {
    assertThat(JobState.values())
        .filteredOn(state::mayBecome)
        .containsExactlyInAnyOrderElementsOf(DIAGRAM.get(state));
    assertThat(state.isFinal()).isEqualTo(DIAGRAM.get(state).isEmpty());
  }

  @Test
  void thePageOfStatesHasEachOfThemWithThoseBeforeAndAfterIt() throws IOException {
    var from = new TreeMap<String, Set<String>>();
    var to = new TreeMap<String, Set<String>>();
    for (var line : Files.readAllLines(PAGE)) {
      var row = ROW.matcher(line);
      if (row.matches()) {
        from.put(row.group(1), states(row.group(2)));
        to.put(row.group(1), states(row.group(3)));
      }
    }

    assertThat(to).hasSameSizeAs(JobState.values());
    for (var state : JobState.values()) {
      var after = new TreeSet<String>();
      var before = new TreeSet<String>();
      Arrays.stream(JobState.values())
          .filter(state::mayBecome)
          .forEach(next -> after.add(next.label()));
      Arrays.stream(JobState.values())
          .filter(other -> other.mayBecome(state))
          .forEach(other -> before.add(other.label()));
      assertThat(to.get(state.label())).as(state + " to").isEqualTo(after);
      assertThat(from.get(state.label())).as(state + " from").isEqualTo(before);
    }
  }
}
