package io.metasched.simulation.system.rectangles.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.rectangles.actor.RectangleScheduler;
import io.metasched.metascheduler.rectangles.actor.ReservationUser;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.rectangles.AvailabilityRectangle;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.RectangleAnswer;
import io.metasched.resource.rectangles.RectangleChoice;
import io.metasched.resource.rectangles.actor.Multiprocessor;
import io.metasched.simulation.driver.ActorModel;
import io.metasched.simulation.driver.Replies;
import io.metasched.simulation.driver.RunActors;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.rectangles.RectanglesInstance;
import io.metasched.simulation.system.rectangles.model.RectanglesStep;
import io.metasched.simulation.system.rectangles.model.ReservationSchedule;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Model of a run of reservations for the clock, one step at a time: users send requests, cancel and
 * shrink reservations. The multiprocessor ends a job, and then the scheduler is notified.
 */
final class RectanglesActorModel implements ActorModel<RectanglesRun> {
  private static final int ANSWERS_PER_REPORT = 64;

  private final RectanglesInstance instance;
  private final String policy;
  private final Progress progress;
  private final ReservationSchedule schedule;
  private final ActorRef<Multiprocessor.Command> multiprocessor;
  private final ActorRef<RectangleScheduler.Command> scheduler;
  private final ActorRef<ReservationUser.Command> user;
  private final ActorRef<Multiprocessor.Reply> ofMultiprocessor;
  private final ActorRef<RectangleScheduler.Reply> ofScheduler;
  private @Nullable Due<RectanglesStep> due;

  RectanglesActorModel(
      RectanglesInstance instance,
      String policy,
      RunActors actors,
      Replies replies,
      Progress progress) {
    this.instance = instance;
    this.policy = policy;
    this.progress = progress;
    schedule = new ReservationSchedule(instance.requests());
    multiprocessor = actors.owners().ref(0).narrow();
    scheduler = Objects.requireNonNull(actors.schedulers().get(0)).narrow();
    user = Objects.requireNonNull(actors.users().get(0)).narrow();
    ofMultiprocessor = replies.of(Multiprocessor.Reply.class, Multiprocessor.Reply::id);
    ofScheduler = replies.of(RectangleScheduler.Reply.class, RectangleScheduler.Reply::id);
  }

  @Override
  public void advance(Commands commands) {
    if (schedule.next().isEmpty()) {
      due = null;
      return;
    }
    var taken = schedule.take();
    due = taken;
    int at = taken.step().at();
    switch (taken.step().kind()) {
      case REQUEST -> commands.send(id -> user.tell(new ReservationUser.Ask(id, at, ofScheduler)));
      case CANCEL ->
          commands.send(id -> user.tell(new ReservationUser.Cancel(id, at, ofScheduler)));
      case GIVE_BACK -> {
        var kept = schedule.kept(at).ranges();
        long tick = taken.tick();
        commands.send(
            id -> user.tell(new ReservationUser.GiveBack(id, at, kept, tick, ofScheduler)));
      }
      case END -> {
        long job = schedule.request(at).job();
        commands.send(
            id -> multiprocessor.tell(new Multiprocessor.Release(id, job, ofMultiprocessor)));
      }
    }
  }

  @Override
  public Optional<Throwable> replied(CommandId id, Object reply, Commands commands) {
    int at = Objects.requireNonNull(due).step().at();
    if (reply instanceof Multiprocessor.Released) {
      long job = schedule.request(at).job();
      commands.send(next -> scheduler.tell(new RectangleScheduler.End(next, job, ofScheduler)));
    } else if (reply instanceof RectangleScheduler.Reserved reserved) {
      answered(at, found(reserved), reserved.feasibleStarts());
    } else if (reply instanceof RectangleScheduler.Refused refused) {
      answered(at, new RectangleAnswer.Refused(refused.reason()), 0);
    } else if (!(reply instanceof RectangleScheduler.Changed)) {
      return Optional.of(
          new IllegalStateException("unexpected reply from an actor: %s".formatted(reply)));
    }
    return Optional.empty();
  }

  private static RectangleAnswer found(RectangleScheduler.Reserved reserved) {
    return new RectangleAnswer.Found(
        reserved.part().reservation(),
        new AvailabilityRectangle(
            reserved.begin(), reserved.end(), ElementSet.ofRanges(reserved.free())));
  }

  private void answered(int at, RectangleAnswer answer, int feasibleStarts) {
    schedule.answered(at, new RectangleChoice(answer, feasibleStarts));
    if (schedule.answered() % ANSWERS_PER_REPORT == 0) {
      progress.advanced(policy, schedule.answered(), instance.requests().size());
      progress.cycleTaken(policy, schedule.answered() / ANSWERS_PER_REPORT);
    }
  }

  @Override
  public String awaited() {
    return "the answer to %s".formatted(due);
  }

  @Override
  public RectanglesRun tables(String driver, String version) {
    return schedule.tables(instance.facts(policy, driver, version));
  }
}
