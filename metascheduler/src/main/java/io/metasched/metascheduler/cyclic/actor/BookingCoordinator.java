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
import io.metasched.resource.actor.BatchBooking;
import io.metasched.resource.actor.JobBooking;
import io.metasched.resource.actor.OwnerOffers;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.HeldPart;
import io.metasched.resource.actor.WindowNodes;
import io.metasched.resource.actor.WindowParts;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Actor that books windows at the domains for the metascheduler, many at a time, and moves and ends
 * them.
 *
 * <p>A window is booked in two phases: every domain holds its parts, then all commit; if one
 * refuses, all release. Each domain receives one message per phase, regardless of the number of
 * windows. A move inside one domain is one exchange. No window stays partly booked: if a hold
 * expires before it is committed, the parts that others have committed are ended. Single child of
 * the metascheduler; its messages never leave the JVM.
 */
final class BookingCoordinator extends AbstractBehavior<BookingCoordinator.Command> {

  /** Command to a booking coordinator; the next one is sent after its reply. */
  sealed interface Command {}

  /**
   * Request to book windows, each of them whole or not at all. Answered by {@link WindowsBooked}.
   *
   * @param windows at least one, none of which overlaps another on a node
   * @param versions versions of the owners' lists on which the plan was made, by node
   */
  record Book(List<BookWindow> windows, List<Long> versions, long nowTick) implements Command {}

  /**
   * Request to move a job to another window. Answered by {@link Moved}, or {@link Refused} if it
   * stays.
   */
  record Move(JobId job, Window from, Window to, List<Long> versions, long nowTick)
      implements Command {}

  /** Request to end the rest of a window. Answered by {@link Ended}. */
  record End(JobId job, Window window, long nowTick) implements Command {}

  /** Query for the slots without any VO job, as they are offered now. */
  record QueryUncontendedSlots(Span horizon, long nowTick) implements Command {}

  private record DomainAnswered(Domain.Reply reply) implements Command {}

  private record RetryTick() implements Command {}

  /** Reply of a booking coordinator to the metascheduler: one to each command. */
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
  private final ActorRef<Event> metascheduler;
  private final ScatterGather scatterGather;
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
    this.metascheduler = metascheduler;
    this.taken = taken;
    var answers = context.messageAdapter(Domain.Reply.class, DomainAnswered::new);
    scatterGather = new ScatterGather(domains, issuer, settings.retriesUntilTimeout(), answers);
    timers.startTimerWithFixedDelay(new RetryTick(), settings.retryInterval());
  }

  /**
   * Creates a booking coordinator.
   *
   * @param issuer issuer of its commands, and of no others
   * @param taken number of commands taken by earlier booking coordinators, by which a repeated
   *     command has its earlier id, so that domains do not execute it twice
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
   * Takes a command. The numbers of its commands to domains follow from the number of commands
   * taken.
   */
  private <C> Behavior<Command> taken(Function<C, Behavior<Command>> handler, C command) {
    scatterGather.numberFrom(taken++ << Integer.SIZE);
    return handler.apply(command);
  }

  private Behavior<Command> onRetryTick(RetryTick tick) {
    var timedOut = scatterGather.timedOut();
    return timedOut.isEmpty() ? this : fail("no answer from domains %s".formatted(timedOut));
  }

  private Behavior<Command> fail(String why) {
    metascheduler.tell(new Failed(why));
    return this;
  }

  // --- booking in two phases

  private Behavior<Command> onBook(Book c) {
    var held =
        byDomain(
            c.windows(),
            (window, parts) -> new WindowParts(window.job(), held(parts, c.versions())));
    long now = c.nowTick();
    ask(
        each(held, (domain, own) -> (id, to) -> new BatchBooking.HoldWindows(id, own, now, now + 1, to)),
        replies -> settle(c, denials(replies)));
    return this;
  }

  /** Commits the windows that all owners hold, and releases those that one has refused. */
  private void settle(Book c, SortedMap<JobId, Denial> refused) {
    var held = new ArrayList<BookWindow>();
    var given = new ArrayList<BookWindow>();
    c.windows().forEach(each -> (refused.containsKey(each.job()) ? given : held).add(each));
    var committed = byDomain(held, BookingCoordinator::nodes);
    var released = byDomain(given, BookingCoordinator::nodes);
    ask(
        each(
            byDomain(c.windows(), BookingCoordinator::nodes),
            (domain, all) -> {
              var commits = committed.getOrDefault(domain, List.of());
              var releases = released.getOrDefault(domain, List.of());
              return (id, to) -> new BatchBooking.SettleWindows(id, commits, releases, c.nowTick(), to);
            }),
        replies -> endHalves(c, denials(replies), refused));
  }

  private static WindowNodes nodes(BookWindow window, List<Part> parts) {
    return new WindowNodes(window.job(), nodes(parts));
  }

  /** Returns the shares of each domain in windows, in the order of the windows. */
  private <T> SortedMap<Integer, List<T>> byDomain(
      List<BookWindow> windows, BiFunction<BookWindow, List<Part>, T> share) {
    var shares = new TreeMap<Integer, List<T>>();
    for (var window : windows) {
      domains
          .byDomain(window.window())
          .forEach(
              (domain, parts) ->
                  shares
                      .computeIfAbsent(domain, d -> new ArrayList<>())
                      .add(share.apply(window, parts)));
    }
    return shares;
  }

  /** Ends each partly committed window, and reports all refusals. */
  private void endHalves(
      Book c, SortedMap<JobId, Denial> halves, SortedMap<JobId, Denial> refused) {
    var half = c.windows().stream().filter(each -> halves.containsKey(each.job())).findFirst();
    if (half.isEmpty()) {
      metascheduler.tell(new WindowsBooked(refused));
      return;
    }
    var job = half.get().job();
    refused.put(job, Objects.requireNonNull(halves.remove(job)));
    end(job, half.get().window(), c.nowTick(), () -> endHalves(c, halves, refused));
  }

  /** Returns the refusal of the owner of the first node, by job. */
  private static SortedMap<JobId, Denial> denials(SortedMap<Integer, Domain.Reply> replies) {
    var denials = new TreeMap<JobId, Denial>();
    for (var reply : replies.values()) {
      for (var no : ((BatchBooking.WindowsDone) reply).refused()) {
        denials.merge(
            no.job(),
            new Denial(no.node(), no.reason()),
            (one, other) -> one.node() < other.node() ? one : other);
      }
    }
    return denials;
  }

  private static List<HeldPart> held(List<Part> parts, List<Long> versions) {
    return parts.stream()
        .map(part -> new HeldPart(part.node(), part.span(), versions.get(part.node())))
        .toList();
  }

  private static List<Integer> nodes(List<Part> parts) {
    return parts.stream().map(Part::node).toList();
  }

  // --- moving

  private Behavior<Command> onMove(Move c) {
    var to = domains.byDomain(c.to());
    var dropped = dropped(c);
    if (to.size() == 1 && to.keySet().containsAll(dropped.keySet())) {
      var gone = dropped.getOrDefault(to.firstKey(), List.of());
      ask(
          each(
              to,
              (domain, parts) ->
                  (id, replyTo) ->
                      new JobBooking.Rebook(
                          id, c.job(), held(parts, c.versions()), gone, c.nowTick(), replyTo)),
          replies -> metascheduler.tell(moved(firstRefusal(replies))));
    } else {
      hold(c, dropped);
    }
    return this;
  }

  private void hold(Move c, SortedMap<Integer, List<Integer>> dropped) {
    long now = c.nowTick();
    ask(
        each(
            domains.byDomain(c.to()),
            (domain, parts) ->
                (id, to) ->
                    new JobBooking.Hold(id, c.job(), held(parts, c.versions()), now, now + 1, to)),
        replies -> {
          var no = firstRefusal(replies);
          if (no.isEmpty()) {
            commit(c, dropped);
          } else {
            release(c, replies, no.get());
          }
        });
  }

  private void release(Move c, SortedMap<Integer, Domain.Reply> replies, Refused no) {
    var held = domains.byDomain(c.to());
    held.keySet().removeIf(domain -> !(replies.get(domain) instanceof Domain.Done));
    ask(
        each(
            held,
            (domain, parts) ->
                (id, to) -> new JobBooking.Release(id, c.job(), nodes(parts), c.nowTick(), to)),
        released -> metascheduler.tell(no));
  }

  /** Turns the holds of a window into bookings, and ends the job on the nodes it leaves. */
  private void commit(Move c, SortedMap<Integer, List<Integer>> dropped) {
    var involved = new TreeMap<Integer, List<Part>>(domains.byDomain(c.to()));
    dropped.keySet().forEach(domain -> involved.putIfAbsent(domain, List.of()));
    ask(
        each(
            involved,
            (domain, parts) -> {
              var gone = dropped.getOrDefault(domain, List.of());
              return (id, to) ->
                  new JobBooking.Commit(id, c.job(), nodes(parts), gone, c.nowTick(), to);
            }),
        replies -> metascheduler.tell(swapped(c, firstRefusal(replies))));
  }

  /** Returns the nodes of the old window that the new one does not use, by domain. */
  private SortedMap<Integer, List<Integer>> dropped(Move c) {
    var dropped = new TreeMap<Integer, List<Integer>>();
    for (var part : c.from().parts()) {
      if (!c.to().takes(part.node())) {
        int domain = domains.domainOf(part.node());
        dropped.computeIfAbsent(domain, d -> new ArrayList<>()).add(part.node());
      }
    }
    return dropped;
  }

  private static Event moved(Optional<Refused> refusal) {
    if (refusal.isPresent() && refusal.get().reason() == Refusal.OWNER_LOST) {
      return new Failed("the owner of node %d has terminated".formatted(refusal.get().node()));
    }
    return refusal.<Event>map(no -> no).orElseGet(Moved::new);
  }

  private static Event swapped(Move c, Optional<Refused> refusal) {
    return refusal
        .<Event>map(no -> new Failed("job %s is half moved: %s".formatted(c.job(), no)))
        .orElseGet(Moved::new);
  }

  // --- ending, and uncontended slots

  private Behavior<Command> onEnd(End c) {
    end(c.job(), c.window(), c.nowTick(), () -> metascheduler.tell(new Ended()));
    return this;
  }

  /**
   * Ends all parts of a window, except those at terminated owners, which ended with their owners.
   */
  private void end(JobId job, Window window, long now, Runnable then) {
    ask(
        each(
            domains.byDomain(window),
            (domain, parts) -> (id, to) -> new JobBooking.End(id, job, nodes(parts), now, to)),
        replies -> then.run());
  }

  private Behavior<Command> onQueryUncontendedSlots(QueryUncontendedSlots c) {
    var questions = new TreeMap<Integer, ScatterGather.CommandFactory>();
    for (int domain : domains.refs().keySet()) {
      // as of the present: an owner whose time is later would count lead times from its own time
      questions.put(
          domain, (id, to) -> new OwnerOffers.OfferWithoutJobs(id, c.horizon(), c.nowTick(), to));
    }
    ask(questions, this::onOfferedWithoutJobs);
    return this;
  }

  private void onOfferedWithoutJobs(SortedMap<Integer, Domain.Reply> replies) {
    var slots = new ArrayList<Slot>();
    for (var reply : replies.values()) {
      if (!(reply instanceof OwnerOffers.Offered offered)) {
        fail("a domain offers nothing: " + reply);
        return;
      }
      slots.addAll(offered.slots());
    }
    metascheduler.tell(new UncontendedOffer(new SlotTable(slots)));
  }

  // --- questions and answers

  /**
   * Sends requests to domains and continues with their answers, unless one has rejected its
   * command.
   */
  private void ask(
      SortedMap<Integer, ScatterGather.CommandFactory> questions,
      Consumer<SortedMap<Integer, Domain.Reply>> then) {
    scatterGather.ask(
        questions,
        replies -> {
          var untaken = replies.values().stream().filter(Domain.Rejected.class::isInstance);
          untaken
              .findFirst()
              .ifPresentOrElse(
                  reply -> fail("a domain does not take a command: " + reply),
                  () -> then.accept(replies));
        });
  }

  private static <T> SortedMap<Integer, ScatterGather.CommandFactory> each(
      SortedMap<Integer, List<T>> subjects,
      BiFunction<Integer, List<T>, ScatterGather.CommandFactory> question) {
    var questions = new TreeMap<Integer, ScatterGather.CommandFactory>();
    subjects.forEach((domain, own) -> questions.put(domain, question.apply(domain, own)));
    return questions;
  }

  /** Returns the refusal of the owner of the first node. */
  private static Optional<Refused> firstRefusal(SortedMap<Integer, Domain.Reply> replies) {
    Refused first = null;
    for (var reply : replies.values()) {
      if (reply instanceof Domain.Refused no && (first == null || no.node() < first.node())) {
        first = new Refused(no.node(), no.reason());
      }
    }
    return Optional.ofNullable(first);
  }
}
