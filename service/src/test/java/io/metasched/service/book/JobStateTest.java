package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class JobStateTest {
  /** States into which a job may change, by present state; no final state is a key. */
  static final Map<JobState, Set<JobState>> DIAGRAM =
      new EnumMap<>(
          Map.of(
              JobState.WAITING,
              EnumSet.of(JobState.PLACED, JobState.BOOKED, JobState.WITHDRAWN, JobState.REFUSED),
              JobState.PLACED,
              EnumSet.of(JobState.BOOKED, JobState.WAITING, JobState.WITHDRAWN),
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
                  JobState.OVERRAN)));

  @ParameterizedTest
  @EnumSource
  void aStateIsLeftOnlyAlongTheDiagramAndAFinalOneNever(JobState state) {
    assertThat(JobState.values())
        .filteredOn(state::mayBecome)
        .containsExactlyInAnyOrderElementsOf(DIAGRAM.getOrDefault(state, Set.of()));
    assertThat(state.isFinal()).isEqualTo(DIAGRAM.getOrDefault(state, Set.of()).isEmpty());
  }
}
