package io.metasched.service.agent.process;

import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSpec;
import io.metasched.service.run.StagedFile;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Admission rules of a machine: conditions for preparing a run, and the latest start.
 *
 * @param runs live view of all known runs
 */
record RunAdmission(
    ExecutorSettings settings, Clock clock, JobUsers users, SortedMap<RunId, Run> runs) {
  /**
   * Returns the refusal of a run that cannot be prepared. The refusal is permanent if the spec is
   * the reason.
   */
  Optional<RunFact.Refused> refusal(RunSpec spec) {
    return refusalNow(spec)
        .map(why -> new RunFact.Refused(spec.id(), why))
        .or(
            () ->
                LaunchText.refusal(spec)
                    .or(() -> StagedFile.refusal(spec.input()))
                    .map(why -> new RunFact.Refused(spec.id(), why, true)));
  }

  private Optional<String> refusalNow(RunSpec spec) {
    if (!clock.instant().isBefore(lastStart(spec, spec.windowStart()))) {
      return Optional.of("the latest start that its window allows has passed");
    }
    for (var other : samePart(spec.id())) {
      if (other.id().attempt() > spec.id().attempt()) {
        return Optional.of("attempt %d exists already".formatted(other.id().attempt()));
      }
      if (other.phase() == Run.Phase.LAUNCHED) {
        return Optional.of("attempt %d still runs here".formatted(other.id().attempt()));
      }
    }
    int most = settings.bounds().processes();
    int processes = spec.limits().processes().orElse(most);
    return processes > most
        ? Optional.of(
            "limits.processes: this machine allows %d, requested were %d"
                .formatted(most, processes))
        : users.refusal(spec.account());
  }

  /** Returns all attempts at the same part of a job. */
  List<Run> samePart(RunId id) {
    return runs
        .subMap(new RunId(id.job(), 1, 0), new RunId(id.job(), Integer.MAX_VALUE, 0))
        .values()
        .stream()
        .filter(run -> run.id().part() == id.part())
        .toList();
  }

  /** Returns the time at which a run with a start order is due. */
  static Instant due(Run run) {
    var at = run.startAt().orElseThrow();
    return at.isBefore(run.spec().windowStart()) ? run.spec().windowStart() : at;
  }

  /** Returns the last instant at which a run with a start order for {@code at} may start. */
  Instant lastStart(RunSpec spec, Instant at) {
    var booked = at.isBefore(spec.windowStart()) ? spec.windowStart() : at;
    var last = booked.plus(settings.startTolerance());
    return last.isBefore(spec.windowEnd()) ? last : spec.windowEnd();
  }
}
