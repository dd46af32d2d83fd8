package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.BookWindow;
import io.metasched.metascheduler.cyclic.scheduling.GroupBooking.Denial;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.OwnerOffers;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Actor that books windows at the domains for the metascheduler, many at a time, and moves and ends
 * them.
 *
 * <p>A window is booked in two phases: every domain holds its parts, then all domains commit; if
 * one refuses, all release. Each domain receives one message per phase, regardless of the number of
 * windows. A move inside one domain takes one request and reply. No window stays partly booked: if
 * a hold expires before its commit, the parts that other domains have committed are ended. Single
 * child of the metascheduler; its messages never leave the JVM.
 */
final class BookingCoordinator extends AbstractBehavior<BookingCoordinator.Command> {

  /** Command to a booking coordinator; the next command is sent after the reply to this one. */
  sealed interface Command {}

  /**
   * Request to book windows, each of them either completely or not at all. Answered by {@link
   * WindowsBooked}.
   *
   * @param windows at least one, none of which overlaps another on a node
   * @param versions versions of the owners' lists on which the plan was made, by node
   */
  record Book(List<BookWindow> windows, List<Long> versions, long nowTick) implements Command {}

  /**
   * Request to move a job to another window. Answered by {@link Moved}, or by {@link Refused} if
   * the job stays.
   */
  record Move(JobId job, Window from, Window to, List<Long> versions, long nowTick)
      implements Command {}

  /** Request to end the remaining time of a window. Answered by {@link Ended}. */
  record End(JobId job, Window window, long nowTick) implements Command {}

  /** Query for the slots that would be offered now without any VO job. */
  record QueryUncontendedSlots(Span horizon, long nowTick) implements Command {}

  private record DomainAnswered(Domain.Reply reply) implements Command {}

  private record RetryTick() implements Command {}

  /** Reply of a booking coordinator to the metascheduler, exactly one for each command. */
  sealed interface Event {}

  /** Confirmation that all windows are booked except the refused ones, no part of which is held. */
  record WindowsBooked(SortedMap<JobId, Denial> refused) implements Event {}

  /** Confirmation that the job has moved. */
  record Moved() implements Event {}

  /** Refusal of a move by an owner; nothing is held, and the old booking is unchanged. */
  record Refused(int node, Refusal reason) implements Event {}

  /** Confirmation that the window is ended. */
  record Ended() implements Event {}

  /** Slots without any VO job. */
  record UncontendedOffer(SlotTable slots) implements Event {}

  /**
   * Failure that can be neither completed nor undone: a domain does not reply or an owner has
   * terminated.
   */
  record Failed(String why) implements Event {}

  private final Domains domains;
  private final ScatterGather scatterGather;
  private final DomainRequests requests;
  private long taken;

  private BookingCoordinator(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      Domains domains,
      int issuer,
      long taken,
      MetaschedulerSettings settings,
      ActorRef<Event> metascheduler) {
    super(context);
    this.domains = domains;
    this.taken = taken;
    var answers = context.messageAdapter(Domain.Reply.class, DomainAnswered::new);
    scatterGather = new ScatterGather(domains, issuer, settings.retriesUntilTimeout(), answers);
    requests = new DomainRequests(domains, scatterGather, metascheduler);
    timers.startTimerWithFixedDelay(new RetryTick(), settings.retryInterval());
  }

  /**
   * Creates a booking coordinator.
   *
   * @param issuer issuer used for the commands of this actor only
   * @param taken number of commands taken by earlier booking coordinators; from it follow the ids
   *     of commands to domains, so that a repeated command has its earlier id and is not executed
   *     twice
   */
  static Behavior<Command> create(
      Domains domains,
      int issuer,
      long taken,
      MetaschedulerSettings settings,
      ActorRef<Event> metascheduler) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    new BookingCoordinator(
                        context, timers, domains, issuer, taken, settings, metascheduler)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(DomainAnswered.class, this::onDomainAnswered)
        .onMessage(Book.class, c -> taken(this::onBook, c))
        .onMessage(Move.class, c -> taken(this::onMove, c))
        .onMessage(End.class, c -> taken(this::onEnd, c))
        .onMessage(QueryUncontendedSlots.class, c -> taken(this::onQueryUncontendedSlots, c))
        .onMessage(RetryTick.class, this::onRetryTick)
        .build();
  }

  private Behavior<Command> onDomainAnswered(DomainAnswered answered) {
    scatterGather.answered(answered.reply());
    return this;
  }

  /**
   * Takes a command. The ids of the resulting commands to domains follow from the number of
   * commands taken.
   */
  private <C> Behavior<Command> taken(Function<C, Behavior<Command>> handler, C command) {
    scatterGather.numberFrom(taken++ << Integer.SIZE);
    return handler.apply(command);
  }

  private Behavior<Command> onRetryTick(RetryTick tick) {
    var timedOut = scatterGather.timedOut();
    if (!timedOut.isEmpty()) {
      requests.fail("no answer from domains %s".formatted(timedOut));
    }
    return this;
  }

  private Behavior<Command> onBook(Book c) {
    new WindowsBooking(domains, requests, c).begin();
    return this;
  }

  private Behavior<Command> onMove(Move c) {
    new JobMove(domains, requests, c).begin();
    return this;
  }

  private Behavior<Command> onEnd(End c) {
    requests.end(c.job(), c.window(), c.nowTick(), () -> requests.answer(new Ended()));
    return this;
  }

  private Behavior<Command> onQueryUncontendedSlots(QueryUncontendedSlots c) {
    var questions = new TreeMap<Integer, ScatterGather.CommandFactory>();
    for (int domain : domains.refs().keySet()) {
      // at the current tick: an owner whose time is later would count lead times from its own time
      questions.put(
          domain, (id, to) -> new OwnerOffers.OfferWithoutJobs(id, c.horizon(), c.nowTick(), to));
    }
    requests.ask(questions, this::onOfferedWithoutJobs);
    return this;
  }

  private void onOfferedWithoutJobs(SortedMap<Integer, Domain.Reply> replies) {
    var slots = new ArrayList<Slot>();
    for (var reply : replies.values()) {
      if (!(reply instanceof OwnerOffers.Offered offered)) {
        requests.fail("a domain sent no offer: " + reply);
        return;
      }
      slots.addAll(offered.slots());
    }
    requests.answer(new UncontendedOffer(new SlotTable(slots)));
  }
}
