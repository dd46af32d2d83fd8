package io.metasched.simulation.system.rectangles.model;

import io.metasched.metascheduler.rectangles.RectangleSchedulerCore;
import io.metasched.resource.rectangles.RectangleAnswer;
import io.metasched.resource.rectangles.RectangleRefusal;
import io.metasched.resource.rectangles.ReservationBook;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunModel;
import io.metasched.simulation.system.rectangles.RectanglesInstance;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import java.util.Optional;

/**
 * Single-threaded run of requests for a multiprocessor, one step at a time. The scheduler selects a
 * start, the multiprocessor confirms it by its own book, and both remove a job at its end.
 */
public final class RectanglesModel implements RunModel<RectanglesStep, RectanglesRun> {
  private static final int ANSWERS_PER_REPORT = 64;

  private final RectanglesInstance instance;
  private final String policy;
  private final Progress progress;
  private final ReservationSchedule schedule;
  private final RectangleSchedulerCore scheduler;
  private final ReservationBook multiprocessor;

  /**
   * Creates the model of a new run.
   *
   * @throws IllegalArgumentException for an unknown policy
   */
  public RectanglesModel(RectanglesInstance instance, String policy, Progress progress) {
    this.instance = instance;
    this.policy = policy;
    this.progress = progress;
    var setting = instance.setting();
    schedule = new ReservationSchedule(instance.requests());
    scheduler = new RectangleSchedulerCore(setting.elements(), setting.speedsMilli(), policy);
    multiprocessor = new ReservationBook(setting.elements());
  }

  @Override
  public Optional<Due<RectanglesStep>> next() {
    return schedule.next();
  }

  @Override
  public void perform(RectanglesStep step, long tick) {
    schedule.take();
    var request = schedule.request(step.at());
    long job = request.job();
    switch (step.kind()) {
      case REQUEST -> answer(step.at(), request);
      case GIVE_BACK -> {
        var kept = schedule.kept(step.at());
        require(multiprocessor.giveBack(job, tick, kept).isPresent(), job);
        require(scheduler.giveBack(job, tick, kept), job);
      }
      case END, CANCEL -> {
        require(!multiprocessor.remove(job).isEmpty(), job);
        require(scheduler.release(job), job);
      }
    }
  }

  private void answer(int at, ElementRequest request) {
    var choice = scheduler.choose(instance.setting().malleable(request));
    if (choice.answer() instanceof RectangleAnswer.Found found) {
      confirmed(multiprocessor.add(request.job(), found.reservation()), request.job());
      confirmed(scheduler.reserve(request.job(), found.reservation()), request.job());
    }
    schedule.answered(at, choice);
    if (schedule.answered() % ANSWERS_PER_REPORT == 0) {
      progress.advanced(policy, schedule.answered(), instance.requests().size());
    }
  }

  private static void confirmed(Optional<RectangleRefusal> refusal, long job) {
    require(refusal.isEmpty(), job);
  }

  private static void require(boolean isTaken, long job) {
    if (!isTaken) {
      throw new IllegalStateException("the reservation of job %d has changed".formatted(job));
    }
  }

  @Override
  public RectanglesRun tables(String driver, String version) {
    return schedule.tables(instance.facts(policy, driver, version));
  }
}
