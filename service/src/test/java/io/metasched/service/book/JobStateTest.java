package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class JobStateTest {
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

  @ParameterizedTest
  @EnumSource
  void aStateIsLeftOnlyAlongTheDiagramAndAFinalOneNever(JobState state) {
    assertThat(JobState.values())
        .filteredOn(state::mayBecome)
        .containsExactlyInAnyOrderElementsOf(DIAGRAM.get(state));
    assertThat(state.isFinal()).isEqualTo(DIAGRAM.get(state).isEmpty());
  }
}
