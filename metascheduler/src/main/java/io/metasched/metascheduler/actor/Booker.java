package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.HeldPart;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Books, moves and ends windows at the domains for the metascheduler, one at a time.
 *
 * <p>A window is booked in two phases: every domain holds its parts, then all commit; where one
 * refuses, the others release. One that lies in one domain is booked there in one exchange. Nobody
 * is left with half a window: where a hold is gone before it is committed, what others have
 * committed is ended. One child of the metascheduler; its messages never leave the JVM.
 */
final class Booker extends AbstractBehavior<Booker.Command> {

  /** Everything a booker understands; the next one comes when it has answered. */
  sealed interface Command {}

  /**
   * Books a window. Answered by {@link Booked} or {@link Denied}.
   *
   * @param versions the versions of the owners' lists the plan was made on, by node
   */
  record Book(JobId job, Window window, List<Long> versions, long nowTick) implements Command {}

  /** Moves a job to another window. Answered by {@link Booked}, or {@link Denied}: it stays. */
  record Move(JobId job, Window from, Window to, List<Long> versions, long nowTick)
      implements Command {}

  /** Ends what is left of a window. Answered by {@link Ended}. */
  record End(JobId job, Window window, long nowTick) implements Command {}

  /** Asks for the slots without any VO job, as seen at the horizon's start. */
  record LookAside(Span horizon) implements Command {}

  private record DomainAnswered(Domain.Reply reply) implements Command {}

  private record LookWhoIsSilent() implements Command {}

  /** What a booker tells the metascheduler: one answer to each command. */
  sealed interface Event {}

  /** The window is booked, or the job has moved. */
  record Booked() implements Event {}

  /** An owner said no; nothing is held, and what was booked before still is. */
  record Denied(int node, Refusal reason) implements Event {}

  /** The window is ended. */
  record Ended() implements Event {}

  /** The slots without any VO job. */
  record Aside(SlotTable slots) implements Event {}

  /** It can be neither done nor undone: a domain is silent or an owner is lost. */
  record Failed(String why) implements Event {}

  private final Domains domains;
  private final ActorRef<Event> metascheduler;
  private final Enquiry enquiry;
  private long taken;

  private Booker(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      Domains domains,
      int giver,
      long taken,
      MetaschedulerSettings settings,
      ActorRef<Event> metascheduler) {
    super(context);
    this.domains = domains;
    this.metascheduler = metascheduler;
    this.taken = taken;
    var answers = context.messageAdapter(Domain.Reply.class, DomainAnswered::new);
    enquiry = new Enquiry(domains, giver, settings.looksUntilLost(), answers);
    timers.startTimerWithFixedDelay(new LookWhoIsSilent(), settings.askAgainAfter());
  }

  /**
   * Creates a booker.
   *
   * @param giver who gives its commands, and nobody else does
   * @param taken how many commands the bookers before it have taken: the same command as theirs is
   *     the same to the domains, which do nothing twice
   */
  static Behavior<Command> create(
      Domains domains,
      int giver,
      long taken,
      MetaschedulerSettings settings,
      ActorRef<Event> metascheduler) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    new Booker(context, timers, domains, giver, taken, settings, metascheduler)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(DomainAnswered.class, this::onDomainAnswered)
        .onMessage(Book.class, c -> taken(this::onBook, c))
        .onMessage(Move.class, c -> taken(this::onMove, c))
        .onMessage(End.class, c -> taken(this::onEnd, c))
        .onMessage(LookAside.class, c -> taken(this::onLookAside, c))
        .onMessage(LookWhoIsSilent.class, this::onLookWhoIsSilent)
        .build();
  }

  private Behavior<Command> onDomainAnswered(DomainAnswered answered) {
    enquiry.answered(answered.reply());
    return this;
  }

  /** The numbers of its commands to domains follow from how many commands it has taken. */
  private <C> Behavior<Command> taken(Function<C, Behavior<Command>> handler, C command) {
    enquiry.numberFrom(taken++ << Integer.SIZE);
    return handler.apply(command);
  }

  private Behavior<Command> onLookWhoIsSilent(LookWhoIsSilent look) {
    var lost = enquiry.lost();
    return lost.isEmpty() ? this : fail("no answer from domains %s".formatted(lost));
  }

  private Behavior<Command> fail(String why) {
    metascheduler.tell(new Failed(why));
    return this;
  }

  // --- booking in two phases

  private Behavior<Command> onBook(Book c) {
    var byDomain = domains.byDomain(c.window());
    if (byDomain.size() == 1) {
      var questions = rebook(c.job(), c.window(), c.versions(), List.of(), c.nowTick());
      ask(questions, replies -> booked(c, firstRefusal(replies)));
    } else {
      hold(
          c.job(),
          c.window(),
          c.versions(),
          c.nowTick(),
          () ->
              commit(
                  c.job(),
                  c.window(),
                  Collections.emptySortedMap(),
                  c.nowTick(),
                  no -> committed(c, no)));
    }
    return this;
  }

  private void hold(JobId job, Window window, List<Long> versions, long now, Runnable then) {
    ask(
        each(
            domains.byDomain(window),
            (domain, parts) -> {
              var held = parts.stream().map(p -> held(p, versions)).toList();
              return (id, to) -> new Domain.Hold(id, job, held, now, now + 1, to);
            }),
        replies -> {
          var no = firstRefusal(replies);
          if (no.isEmpty()) {
            then.run();
          } else {
            release(job, window, replies, now, no.get());
          }
        });
  }

  private static HeldPart held(Part part, List<Long> versions) {
    return new HeldPart(part.node(), part.span(), versions.get(part.node()));
  }

  private void release(
      JobId job, Window window, SortedMap<Integer, Domain.Reply> replies, long now, Denied no) {
    var held = domains.byDomain(window);
    held.keySet().removeIf(domain -> !(replies.get(domain) instanceof Domain.Done));
    ask(
        each(held, (d, parts) -> (id, to) -> new Domain.Release(id, job, nodes(parts), now, to)),
        released -> metascheduler.tell(no));
  }

  /** Turns the holds of a window into bookings, and ends the job on the nodes it dropped. */
  private void commit(
      JobId job,
      Window window,
      SortedMap<Integer, List<Integer>> dropped,
      long now,
      Consumer<Optional<Denied>> then) {
    var involved = new TreeMap<Integer, List<Part>>(domains.byDomain(window));
    dropped.keySet().forEach(domain -> involved.putIfAbsent(domain, List.of()));
    ask(
        each(
            involved,
            (domain, parts) -> {
              var gone = dropped.getOrDefault(domain, List.of());
              return (id, to) -> new Domain.Commit(id, job, nodes(parts), gone, now, to);
            }),
        replies -> then.accept(firstRefusal(replies)));
  }

  private void committed(Book c, Optional<Denied> refusal) {
    if (refusal.isPresent()) {
      end(c.job(), c.window(), c.nowTick(), refusal.get());
    } else {
      metascheduler.tell(new Booked());
    }
  }

  /** What comes of booking inside one domain; when an owner is lost, others may have booked. */
  private void booked(Book c, Optional<Denied> refusal) {
    if (refusal.isPresent() && refusal.get().reason() == Refusal.OWNER_LOST) {
      end(c.job(), c.window(), c.nowTick(), refusal.get());
    } else {
      metascheduler.tell(refusal.<Event>map(no -> no).orElseGet(Booked::new));
    }
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
      var questions = rebook(c.job(), c.to(), c.versions(), gone, c.nowTick());
      ask(questions, replies -> metascheduler.tell(moved(firstRefusal(replies))));
    } else {
      hold(
          c.job(),
          c.to(),
          c.versions(),
          c.nowTick(),
          () ->
              commit(
                  c.job(), c.to(), dropped, c.nowTick(), no -> metascheduler.tell(swapped(c, no))));
    }
    return this;
  }

  /** The nodes of the old window that the new one does without, by domain. */
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

  /** Inside one domain booking and moving are one check and one swap. */
  private SortedMap<Integer, Enquiry.Question> rebook(
      JobId job, Window to, List<Long> versions, List<Integer> dropped, long now) {
    return each(
        domains.byDomain(to),
        (domain, parts) -> {
          var held = parts.stream().map(part -> held(part, versions)).toList();
          return (id, replyTo) -> new Domain.Rebook(id, job, held, dropped, now, replyTo);
        });
  }

  private static Event moved(Optional<Denied> refusal) {
    if (refusal.isPresent() && refusal.get().reason() == Refusal.OWNER_LOST) {
      return new Failed("the owner of node %d is lost".formatted(refusal.get().node()));
    }
    return refusal.<Event>map(no -> no).orElseGet(Booked::new);
  }

  private static Event swapped(Move c, Optional<Denied> refusal) {
    return refusal
        .<Event>map(no -> new Failed("job %s is half moved: %s".formatted(c.job(), no)))
        .orElseGet(Booked::new);
  }

  // --- ending, and looking aside

  private Behavior<Command> onEnd(End c) {
    end(c.job(), c.window(), c.nowTick(), new Ended());
    return this;
  }

  /** What a lost owner had is gone with it; all others end their parts. */
  private void end(JobId job, Window window, long now, Event then) {
    ask(
        each(
            domains.byDomain(window),
            (domain, parts) -> (id, to) -> new Domain.End(id, job, nodes(parts), now, to)),
        replies -> metascheduler.tell(then));
  }

  private Behavior<Command> onLookAside(LookAside c) {
    var questions = new TreeMap<Integer, Enquiry.Question>();
    var horizon = c.horizon();
    for (int domain : domains.refs().keySet()) {
      questions.put(
          domain, (id, to) -> new Domain.OfferWithoutJobs(id, horizon, horizon.start(), to));
    }
    ask(questions, this::lookedAside);
    return this;
  }

  private void lookedAside(SortedMap<Integer, Domain.Reply> replies) {
    var slots = new ArrayList<Slot>();
    for (var reply : replies.values()) {
      if (!(reply instanceof Domain.Offered offered)) {
        fail("a domain offers nothing: " + reply);
        return;
      }
      slots.addAll(offered.slots());
    }
    metascheduler.tell(new Aside(new SlotTable(slots)));
  }

  // --- questions and answers

  /** Asks domains and goes on with their answers, unless one has not taken its command. */
  private void ask(
      SortedMap<Integer, Enquiry.Question> questions,
      Consumer<SortedMap<Integer, Domain.Reply>> then) {
    enquiry.ask(
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

  private static SortedMap<Integer, Enquiry.Question> each(
      SortedMap<Integer, List<Part>> parts,
      BiFunction<Integer, List<Part>, Enquiry.Question> question) {
    var questions = new TreeMap<Integer, Enquiry.Question>();
    parts.forEach((domain, own) -> questions.put(domain, question.apply(domain, own)));
    return questions;
  }

  /** The no of the owner of the first node. */
  private static Optional<Denied> firstRefusal(SortedMap<Integer, Domain.Reply> replies) {
    Denied first = null;
    for (var reply : replies.values()) {
      if (reply instanceof Domain.Refused no && (first == null || no.node() < first.node())) {
        first = new Denied(no.node(), no.reason());
      }
    }
    return Optional.ofNullable(first);
  }
}
