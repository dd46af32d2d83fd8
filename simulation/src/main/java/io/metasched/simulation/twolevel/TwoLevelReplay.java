package io.metasched.simulation.twolevel;

import io.metasched.metascheduler.grid.Dispatch;
import io.metasched.metascheduler.grid.GridDesk;
import io.metasched.metascheduler.grid.GridTask;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationAnswer.Refused;
import io.metasched.simulation.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Replays jobs on two levels, on one thread. Equal jobs, setting and seeds give an equal outcome.
 */
public final class TwoLevelReplay {
  private final TwoLevelCourse course;
  private final List<ProviderBook> providers = new ArrayList<>();
  private final GridDesk grid;

  private TwoLevelReplay(List<GridJob> jobs, TwoLevelSetting setting, Seeds seeds) {
    course = new TwoLevelCourse(jobs, setting);
    for (int i = 0; i < setting.providers(); i++) {
      providers.add(TwoLevelParts.book(setting));
    }
    grid = new GridDesk(providers, TwoLevelParts.choice(setting, seeds), setting.grid());
  }

  /**
   * Replays jobs to the end.
   *
   * @param jobs by (submit, id), batch jobs of at most the size of a provider
   * @throws IllegalArgumentException for an unknown policy, or a batch job that is too large
   */
  public static TwoLevelOutcome run(List<GridJob> jobs, TwoLevelSetting setting, Seeds seeds) {
    return run(jobs, setting, seeds, submitted -> {});
  }

  /**
   * Replays jobs to the end; see {@link #run(List, TwoLevelSetting, Seeds)}.
   *
   * @param progress is told how many jobs have been submitted
   */
  public static TwoLevelOutcome run(
      List<GridJob> jobs, TwoLevelSetting setting, Seeds seeds, IntConsumer progress) {
    var replay = new TwoLevelReplay(jobs, setting, seeds);
    var course = replay.course;
    for (long now = course.nextTick(); now != TwoLevelCourse.NEVER; now = course.nextTick()) {
      replay.end(now);
      replay.moveForward(now);
      replay.submit(now);
      replay.dispatch(now);
      replay.start(now);
      progress.accept(course.submitted());
    }
    return course.outcome();
  }

  private void end(long now) {
    course
        .ends(now)
        .forEach(
            (provider, jobs) ->
                course.stopped(provider, providers.get(provider).end(jobs, now), now));
  }

  private void moveForward(long now) {
    var moved = course.hasEnded(now) ? grid.moveForward(now) : List.<Dispatch>of();
    if (!moved.isEmpty()) {
      note(moved, now);
      course.moved(now);
    }
  }

  private void submit(long now) {
    course.submissions(now).forEach(task -> grid.submit(task, now));
    course.nextDispatch(grid.nextDispatch());
  }

  private void dispatch(long now) {
    if (!course.dispatches(now)) {
      return;
    }
    note(grid.dispatch(now), now);
    course.nextDispatch(grid.nextDispatch());
  }

  private void note(List<Dispatch> dispatches, long now) {
    for (var dispatch : dispatches) {
      var answer = dispatch.answer();
      if (answer.isEmpty()) {
        course.sent(dispatch.provider().orElseThrow(), now);
      } else if (answer.get() instanceof Accepted accepted) {
        course.reserved(dispatch.provider().orElseThrow(), accepted.reservation(), now);
      } else if (dispatch.task() instanceof GridTask.Advance refused) {
        course.declined(refused.request().least().number(), ((Refused) answer.get()).reason());
      }
    }
  }

  private void start(long now) {
    for (int provider : course.starting(now)) {
      boolean passes = course.passes(provider, now);
      course.started(provider, providers.get(provider).start(now, passes), now);
    }
  }
}
