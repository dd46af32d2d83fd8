package io.metasched.simulation.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.actor.Metascheduler.Questions;
import io.metasched.metascheduler.actor.VoUser;
import io.metasched.metascheduler.desk.CycleReport;
import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.NodeReport;
import io.metasched.simulation.engine.Course;
import io.metasched.simulation.engine.Course.ArriveLocally;
import io.metasched.simulation.engine.Course.Book;
import io.metasched.simulation.engine.Course.Due;
import io.metasched.simulation.engine.Course.EndJob;
import io.metasched.simulation.engine.Course.EndPart;
import io.metasched.simulation.engine.Course.Replan;
import io.metasched.simulation.engine.Course.Snapshot;
import io.metasched.simulation.engine.Course.Step;
import io.metasched.simulation.engine.Course.Submit;
import io.metasched.simulation.engine.Course.Withdraw;
import io.metasched.simulation.engine.Organization;
import io.metasched.simulation.engine.RunProgress;
import io.metasched.simulation.time.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps model time: lets what is due happen, and goes on when all whom it concerns have answered.
 *
 * <p>Events happen one by one in the order of the course, with one exception: completions and
 * give-backs of one tick, and local arrivals until something else is due, happen side by side,
 * since each concerns its own job or node, and whoever gets several gets them in order. Running
 * free, all that shares a tick and a phase happens side by side, and organizations compete. No
 * clock of the wall decides anything: it only tells that somebody is silent, who is asked again, or
 * lost.
 */
public final class TimeKeeper extends AbstractBehavior<TimeKeeper.Command> {
  private static final int GIVER = Integer.MAX_VALUE;
  private static final String DEADLINE = "fault-deadline";
  private static final int NODES_AT_ONCE = 50;
  private static final int MOST_NODES_SIDE_BY_SIDE = 1000;

  /** Everything the keeper understands. */
  public sealed interface Command {}

  private record DomainAnswered(Domain.Reply reply) implements Command {}

  private record MetaschedulerAnswered(Metascheduler.Reply reply) implements Command {}

  private record UserAnswered(VoUser.Reply reply) implements Command {}

  private record LookWhoIsSilent() implements Command {}

  /** What becomes of the run: one of the two, once. */
  public interface Outcome {
    /**
     * All that happened, by organization.
     *
     * @param questions what all organizations together asked
     */
    void ended(List<Organization> organizations, List<NodeReport> owners, Questions questions);

    /** The run cannot go on. */
    void failed(Throwable why);
  }

  /** Where the actors of a play are. */
  @FunctionalInterface
  public interface Casting {
    /** The actors, brought to life as children of the keeper whose context it is or elsewhere. */
    Cast cast(ActorContext<?> keeper);
  }

  /**
   * What the keeper plays.
   *
   * @param troupe whom with
   * @param course what happens when
   * @param free whether organizations compete, in whatever order messages arrive
   */
  public record Play(Troupe troupe, Course course, boolean free, RunProgress progress) {

    /** What runs the keeper, and all that it brings to life. */
    DispatcherSelector dispatcher() {
      return troupe.settings().dispatcher(troupe.world().environment().nodes().size());
    }

    /** How often somebody silent is looked at: who is closer to a fault is to tell of it first. */
    int looksUntilLost() {
      return 3 * troupe.settings().metascheduler().looksUntilLost();
    }

    /** The time between two looks. */
    Duration askAgainAfter() {
      return troupe.settings().metascheduler().askAgainAfter();
    }
  }

  private final Play play;
  private final Outcome outcome;
  private final TimerScheduler<Command> timers;
  private final Cast cast;
  private final Messenger messenger;
  private final TreeMap<CommandId, Due> awaited = new TreeMap<>();
  private final TreeMap<CommandId, Integer> joining = new TreeMap<>();
  private final TreeMap<CommandId, Integer> closing = new TreeMap<>();
  private final TreeMap<CommandId, Integer> reporting = new TreeMap<>();
  private final TreeMap<CommandId, Runnable> unanswered = new TreeMap<>();
  private final TreeMap<Integer, List<FlowEvent>> histories = new TreeMap<>();
  private final TreeMap<Integer, List<CycleReport>> cycles = new TreeMap<>();
  private final TreeMap<Integer, Integer> done = new TreeMap<>();
  private final List<NodeReport> owners = new ArrayList<>();
  private long told;
  private long toldAtLastLook;
  private int looks;
  private Questions questions = new Questions(0, 0);

  private TimeKeeper(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      Play play,
      Casting casting,
      Outcome outcome) {
    super(context);
    this.play = play;
    this.outcome = outcome;
    this.timers = timers;
    cast = casting.cast(context);
    cast.watchedBy(context);
    messenger =
        new Messenger(
            cast,
            context.messageAdapter(Domain.Reply.class, DomainAnswered::new),
            context.messageAdapter(Metascheduler.Reply.class, MetaschedulerAnswered::new),
            context.messageAdapter(VoUser.Reply.class, UserAnswered::new));
  }

  /** Creates a keeper that plays the run to its end. */
  public static Behavior<Command> create(Play play, Casting casting, Outcome outcome) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var keeper = new TimeKeeper(context, timers, play, casting, outcome);
                  return keeper.begin();
                }));
  }

  private Behavior<Command> begin() {
    timers.startTimerWithFixedDelay(DEADLINE, new LookWhoIsSilent(), play.askAgainAfter());
    for (int user : cast.users().keySet()) {
      var id = nextId();
      joining.put(id, user);
      tell(id, () -> messenger.join(id, user));
    }
    return joining.isEmpty() ? advance() : this;
  }

  private void tell(CommandId id, Runnable command) {
    unanswered.put(id, command);
    command.run();
  }

  /** Whether an answer is the first one to its command: later ones change nothing. */
  private boolean isFirst(CommandId answered) {
    return unanswered.remove(answered) != null;
  }

  private CommandId nextId() {
    return new CommandId(GIVER, told++);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(DomainAnswered.class, this::onDomainAnswered)
        .onMessage(MetaschedulerAnswered.class, this::onMetaschedulerAnswered)
        .onMessage(UserAnswered.class, this::onUserAnswered)
        .onMessage(LookWhoIsSilent.class, this::onLookWhoIsSilent)
        .onSignal(ChildFailed.class, failed -> fail(failed.getCause()))
        .onSignal(Terminated.class, gone -> fail("%s has stopped".formatted(gone.getRef())))
        .build();
  }

  // --- time goes on

  private Behavior<Command> advance() {
    var first = play.course().next();
    if (first.isEmpty()) {
      return close();
    }
    long tick = first.get().tick();
    var phase = first.get().phase();
    if (phase.compareTo(Phase.LOCAL_ARRIVAL) <= 0) {
      sendWithLocalArrivals(first.get());
    } else {
      for (var due = first; due.isPresent(); ) {
        send(due.get());
        due = play.free() ? play.course().nextIn(tick, phase) : Optional.empty();
      }
    }
    return this;
  }

  /**
   * Local arrivals change nothing but their nodes, so that they need not wait for what comes before
   * them on others. Of those on one node the second one waits: a message may be lost, and come
   * after the next one.
   */
  private void sendWithLocalArrivals(Due first) {
    var nodes = new TreeSet<Integer>();
    for (var due = Optional.of(first); due.isPresent(); due = nextBeside(first.tick(), nodes)) {
      send(due.get());
      if (due.get().step() instanceof EndPart end) {
        nodes.add(end.node());
      } else if (due.get().step() instanceof ArriveLocally arrival) {
        nodes.add(arrival.node());
      }
    }
  }

  private Optional<Due> nextBeside(long tick, Set<Integer> nodes) {
    return nodes.size() == MOST_NODES_SIDE_BY_SIDE
        ? Optional.empty()
        : play.course()
            .nextIn(tick, Phase.GIVE_BACK)
            .or(() -> play.course().nextArrivalBeside(nodes));
  }

  private void send(Due due) {
    var id = nextId();
    awaited.put(id, due);
    tell(id, () -> messenger.send(id, due.step(), due.tick()));
  }

  private Behavior<Command> goOn() {
    return awaited.isEmpty() ? advance() : this;
  }

  // --- answers

  private Behavior<Command> onDomainAnswered(DomainAnswered answered) {
    var reply = answered.reply();
    if (!isFirst(reply.id())) {
      return this;
    } else if (reply instanceof Domain.Reported reported && reporting.remove(reply.id()) != null) {
      return onReported(reported);
    } else if (answeredBy(reply.id(), reply) == null) {
      return fail("a domain answers %s".formatted(reply));
    }
    return goOn();
  }

  private Behavior<Command> onUserAnswered(UserAnswered answered) {
    var reply = answered.reply();
    if (!isFirst(reply.id())) {
      return this;
    } else if (reply instanceof VoUser.Joined && joining.remove(reply.id()) != null) {
      return joining.isEmpty() ? advance() : this;
    }
    var due = answeredBy(reply.id(), reply);
    if (due == null) {
      return fail("a user answers %s".formatted(reply));
    } else if (reply instanceof VoUser.Submitted submitted) {
      play.course().submitted(submitted.job(), submitted.accepted());
    } else if (reply instanceof VoUser.Withdrawn withdrawn && withdrawn.inTime()) {
      play.course().withdrawn(withdrawn.job(), due.tick());
    }
    return goOn();
  }

  private Behavior<Command> onMetaschedulerAnswered(MetaschedulerAnswered answered) {
    var reply = answered.reply();
    if (!isFirst(reply.id())) {
      return this;
    } else if (reply instanceof Metascheduler.Failed failed) {
      return fail(RunFailures.of(failed));
    } else if (reply instanceof Metascheduler.Closed closed && closing.containsKey(reply.id())) {
      return onClosed(closed);
    } else if (reply instanceof Metascheduler.Told part && closing.containsKey(reply.id())) {
      int vo = Objects.requireNonNull(closing.remove(reply.id()));
      return onTold(vo, part.history(), part.more());
    }
    var due = answeredBy(reply.id(), reply);
    if (due == null) {
      return fail("a metascheduler answers %s".formatted(reply));
    } else if (reply instanceof Metascheduler.JobsBooked booked) {
      booked.bookings().forEach(b -> play.course().booked(b.job(), b.window()));
    } else if (reply instanceof Metascheduler.CycleBegun begun
        && due.step() instanceof Snapshot snapshot) {
      play.course().planned(snapshot, due.tick(), begun.plans(), begun.waits());
      play.progress().cycleTaken(snapshot, doneNow(snapshot.vo(), begun.done()));
    } else if (reply instanceof Metascheduler.Done jobs && due.step() instanceof EndJob ended) {
      play.progress().jobDone(doneNow(ended.job().vo(), jobs.done()));
    }
    return goOn();
  }

  /** What has happened now; null where this is no answer to it. */
  private @Nullable Due answeredBy(CommandId id, Object reply) {
    var due = awaited.remove(id);
    return due != null && answerTo(due.step()).isInstance(reply) ? due : null;
  }

  private static Class<?> answerTo(Step step) {
    if (step instanceof Submit) {
      return VoUser.Submitted.class;
    } else if (step instanceof Withdraw) {
      return VoUser.Withdrawn.class;
    } else if (step instanceof ArriveLocally || step instanceof EndPart) {
      return Domain.Done.class;
    } else if (step instanceof Book || step instanceof Replan) {
      return Metascheduler.JobsBooked.class;
    } else if (step instanceof Snapshot) {
      return Metascheduler.CycleBegun.class;
    }
    return Metascheduler.Done.class; // a job has started or ended
  }

  private int doneNow(int vo, int count) {
    done.put(vo, count);
    return done.values().stream().mapToInt(d -> d).sum();
  }

  // --- the end

  /** Metaschedulers close first: then nothing is on its way to the domains any more. */
  private Behavior<Command> close() {
    for (int vo = 0; vo < cast.metaschedulers().size(); vo++) {
      var id = nextId();
      int number = vo;
      closing.put(id, vo);
      tell(id, () -> messenger.close(id, number));
    }
    return this;
  }

  private Behavior<Command> onClosed(Metascheduler.Closed closed) {
    int vo = Objects.requireNonNull(closing.remove(closed.id()));
    cycles.put(vo, closed.cycles());
    questions = questions.plus(closed.questions());
    histories.put(vo, new ArrayList<>());
    return onTold(vo, closed.history(), closed.more());
  }

  private Behavior<Command> onTold(int vo, List<FlowEvent> events, boolean more) {
    var history = Objects.requireNonNull(histories.get(vo));
    history.addAll(events);
    if (more) {
      int from = history.size();
      var id = nextId();
      closing.put(id, vo);
      tell(id, () -> messenger.askOn(id, vo, from));
    }
    return closing.isEmpty() ? report() : this;
  }

  /** A domain reports of so many nodes at once that the message is far from being too long. */
  private Behavior<Command> report() {
    var nodes = new TreeMap<Integer, List<Integer>>();
    for (var node : cast.domains().nodes()) {
      nodes.computeIfAbsent(node.domain(), d -> new ArrayList<>()).add(node.id());
    }
    nodes.forEach(
        (domain, all) -> {
          for (int from = 0; from < all.size(); from += NODES_AT_ONCE) {
            var some = all.subList(from, Math.min(from + NODES_AT_ONCE, all.size()));
            var id = nextId();
            reporting.put(id, domain);
            tell(id, () -> messenger.report(id, some));
          }
        });
    return this;
  }

  private Behavior<Command> onReported(Domain.Reported reported) {
    owners.addAll(reported.nodes());
    if (!reporting.isEmpty()) {
      return this;
    }
    var organizations = new ArrayList<Organization>();
    histories.forEach(
        (vo, history) ->
            organizations.add(new Organization(history, Objects.requireNonNull(cycles.get(vo)))));
    outcome.ended(organizations, owners, questions);
    return Behaviors.stopped();
  }

  /**
   * Whoever has been told nothing since the last look, and has not answered, is told again; and is
   * lost in the end, unless he may be planning.
   */
  private Behavior<Command> onLookWhoIsSilent(LookWhoIsSilent look) {
    if (told > toldAtLastLook) {
      toldAtLastLook = told;
      looks = 0;
      return this;
    }
    boolean planning =
        awaited.values().stream()
            .anyMatch(due -> due.step() instanceof Book || due.step() instanceof Replan);
    if (planning || ++looks < play.looksUntilLost()) {
      List.copyOf(unanswered.values()).forEach(Runnable::run);
      return this;
    }
    return fail(
        "no answer to %s, from users %s, organizations %s, domains %s"
            .formatted(awaited.values(), joining.values(), closing.values(), reporting.values()));
  }

  private Behavior<Command> fail(String why) {
    return fail(new IllegalStateException(why));
  }

  private Behavior<Command> fail(Throwable why) {
    outcome.failed(why);
    return Behaviors.stopped();
  }
}
