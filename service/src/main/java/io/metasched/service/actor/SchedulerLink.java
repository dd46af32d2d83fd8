package io.metasched.service.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.actor.VoUser;
import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.resource.actor.CommandWindow;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.CommandId;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Recorded;
import io.metasched.service.plan.FlowJobs;
import io.metasched.service.plan.FlowJobs.FlowJob;
import io.metasched.service.plan.LiveJobs;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * What the planner sends to the actors of one incarnation, and which jobs they have. Each command
 * has an id, by which its reply is known; not more are in flight than the actors take. Ticks never
 * run back.
 */
final class SchedulerLink {
  /** Counts from here, so that ids of one incarnation are none of another. */
  private static final int INCARNATION_BITS = 40;

  private static final int HISTORY_AT_ONCE = 10_000;
  private static final int ISSUER = Integer.MAX_VALUE;

  private final SchedulerActors actors;
  private final Receivers receivers;
  private final long firstId;
  private final AwaitedReplies replies;
  private final BookState from;
  private final Restoration restoration;
  private final FlowJobs jobs = new FlowJobs();
  private final HistoryPages history = new HistoryPages();
  private final List<BookEvent.Deposited> deposits = new ArrayList<>();
  private final TreeSet<Integer> joined = new TreeSet<>();
  private long latest;

  /** Who gets the replies. */
  record Receivers(
      ActorRef<Metascheduler.Reply> organizations,
      ActorRef<VoUser.Reply> users,
      ActorRef<Domain.Reply> owners) {}

  /**
   * Spawns the actors of an incarnation, which begin with what the book says.
   *
   * @param progress is run whenever something is awaited or answered
   */
  static SchedulerLink start(
      ActorContext<?> context,
      Receivers receivers,
      long incarnation,
      PlannerSetup setup,
      BookState from,
      long present,
      Runnable progress) {
    var flow = LiveJobs.flow(from, LiveJobs.booked(from, setup.fleet()));
    var actors = new SchedulerActors(context, incarnation, setup, from, flow, present);
    long firstId = incarnation << INCARNATION_BITS;
    var commands =
        new CommandWindow(ISSUER, firstId, setup.metascheduler().commandsAtOnce(setup.domains()));
    var replies = new AwaitedReplies(commands, progress);
    var restoration = new Restoration(actors, replies, receivers.owners(), from, setup.fleet());
    return new SchedulerLink(actors, receivers, firstId, replies, from, restoration);
  }

  private SchedulerLink(
      SchedulerActors actors,
      Receivers receivers,
      long firstId,
      AwaitedReplies replies,
      BookState from,
      Restoration restoration) {
    this.actors = actors;
    this.receivers = receivers;
    this.firstId = firstId;
    this.replies = replies;
    this.from = from;
    this.restoration = restoration;
  }

  /** Returns the commands without a reply, and what follows them. */
  AwaitedReplies replies() {
    return replies;
  }

  /** Returns the decisions of this incarnation. */
  HistoryPages history() {
    return history;
  }

  /** Whether it is the id of one of these commands. */
  boolean isOwn(CommandId id) {
    return id.issuer() == ISSUER && id.number() >= firstId;
  }

  /** The later of a tick and all before it. */
  long laterOf(long tick) {
    latest = Math.max(latest, tick);
    return latest;
  }

  void stop() {
    actors.stop();
  }

  /** Returns the beginning of this incarnation. */
  Restoration restoration() {
    return restoration;
  }

  /** Begins with what the book says. */
  void restore(long horizonEnd, Runnable restored) {
    restoration.begin(horizonEnd, jobs, restored);
  }

  private <T> SortedMap<Integer, List<T>> byDomain(List<T> some, ToIntFunction<T> node) {
    var byDomain = new TreeMap<Integer, List<T>>();
    for (var each : some) {
      int domain = actors.domains().domainOf(node.applyAsInt(each));
      byDomain.computeIfAbsent(domain, d -> new ArrayList<>()).add(each);
    }
    return byDomain;
  }

  private ActorRef<Domain.Reply> owners() {
    return receivers.owners();
  }

  private void send(int domain, Function<CommandId, Domain.Command> command) {
    replies.send(id -> actors.domains().at(domain).tell(command.apply(id)));
  }

  private void send(Function<CommandId, Metascheduler.Command> command) {
    replies.send(id -> actors.metascheduler().tell(command.apply(id)));
  }

  // --- a cycle

  /**
   * Whether the jobs that a cycle considers are those that the scheduler has waiting, and others
   * behind them. Else it is to start anew: it has its queue in the order in which it got the jobs.
   */
  boolean goesOnWith(List<JobRecord> considered) {
    var waiting = jobs.waiting();
    return waiting.size() <= considered.size()
        && waiting.equals(
            considered.subList(0, waiting.size()).stream().map(JobRecord::number).toList());
  }

  /**
   * Whether the scheduler moves its jobs in the order of the book, as it would when it starts anew.
   * Jobs that waited at its start are behind all that were booked then, whatever their numbers.
   */
  boolean movesInOrder() {
    return jobs.areBookedInOrder();
  }

  /** What the book says of accounts and deposits. */
  void join(BookState seen) {
    for (var each : seen.accounts().entries()) {
      int user = each.value().number();
      if (user >= 0 && joined.add(user)) {
        replies.send(id -> actors.user(user).tell(new VoUser.Join(id, receivers.users())));
      }
    }
    for (var each : deposits) {
      seen.account(each.account())
          .ifPresent(account -> actors.deposit(account.number(), each.milli()));
    }
    deposits.clear();
  }

  /**
   * The jobs that a cycle considers and the scheduler does not know, in their order. Users submit
   * beside each other, so each list has jobs of one user, and is to be submitted when all jobs of
   * those before it are in the queue.
   */
  List<List<JobRecord>> toSubmit(List<JobRecord> considered) {
    var all = new ArrayList<List<JobRecord>>();
    var account = "";
    for (var job : considered) {
      if (!jobs.has(job.number())) {
        if (all.isEmpty() || !job.spec().account().equals(account)) {
          all.add(new ArrayList<>());
          account = job.spec().account();
        }
        all.get(all.size() - 1).add(job);
      }
    }
    return all;
  }

  /** Jobs of one user are submitted. */
  void submit(BookState seen, List<JobRecord> some, long tick) {
    for (var job : some) {
      var flowJob = LiveJobs.job(seen, job);
      jobs.add(job.id(), job.number(), flowJob.user());
      replies.send(
          id ->
              actors
                  .user(flowJob.user())
                  .tell(new VoUser.SubmitJob(id, flowJob, tick, receivers.users())));
    }
  }

  void begin(int cycle, long tick) {
    send(id -> new Metascheduler.BeginCycle(id, cycle, tick, receivers.organizations()));
  }

  void book(long tick) {
    send(id -> new Metascheduler.BookPlan(id, tick, receivers.organizations()));
  }

  /** Booked jobs may move to windows that do not begin before a tick. */
  void move(long tick, long notBefore) {
    send(
        id ->
            new Metascheduler.MoveJobs(
                id, FlowEvent.NO_CYCLE, tick, notBefore, receivers.organizations()));
  }

  void askHistory() {
    send(
        id ->
            new Metascheduler.QueryHistory(
                id, history.next(), HISTORY_AT_ONCE, receivers.organizations()));
  }

  /** What the scheduler has decided. */
  void took(List<FlowEvent> history) {
    for (var event : history) {
      if (event instanceof FlowEvent.Booked booked) {
        jobs.booked(booked.job().number(), booked.window());
      } else if (event instanceof FlowEvent.Moved moved) {
        jobs.booked(moved.job().number(), moved.window());
      }
    }
  }

  // --- what the book says of jobs

  /** Sends the actors what they need to know of an event, as of when it was written. */
  void take(Recorded recorded) {
    var event = recorded.event();
    long tick = laterOf(from.ticks().at(recorded.at()));
    if (event instanceof BookEvent.Deposited deposited) {
      deposits.add(deposited);
    } else if (event instanceof BookEvent.PartEnded ended) {
      endPart(ended.id(), ended.part(), tick);
    } else if (event instanceof BookEvent.PartRefused refused) {
      endPart(refused.id(), refused.part(), tick);
    } else if (event instanceof BookEvent.PartLost lost) {
      endPart(lost.id(), lost.part(), tick);
    } else if (event instanceof BookEvent.JobEnded ended) {
      jobs.remove(ended.id())
          .ifPresent(
              job -> end(job, ended.chargedMilli(), ended.state() == JobState.OVERRAN, tick));
    } else if (event instanceof BookEvent.JobRequeued requeued) {
      jobs.remove(requeued.id()).ifPresent(job -> end(job, List.of(), false, tick));
    } else if (event instanceof BookEvent.JobRefused refused) {
      jobs.remove(refused.id());
    } else if (event instanceof BookEvent.JobChanged changed) {
      jobs.remove(changed.id())
          .filter(job -> job.number() != changed.number())
          .ifPresent(job -> withdraw(job, tick)); // else they are made anew
    }
  }

  /** Nothing more becomes of a part: its time is vacant. */
  private void endPart(String id, int part, long tick) {
    jobs.job(id).ifPresent(job -> job.end(part).ifPresent(node -> endAt(job, List.of(node), tick)));
  }

  /** A job that has begun ends; another one is withdrawn, wherever it is. */
  private void end(FlowJob job, List<Long> chargedMilli, boolean stopped, long tick) {
    var window = job.window();
    if (window.isEmpty() || tick < window.get().start()) {
      withdraw(job, tick);
      return;
    }
    endAt(job, job.endAll(), tick);
    var name = JobId.of(job.number());
    var refunds = job.refunds(chargedMilli);
    send(
        id ->
            new Metascheduler.EndJob(id, name, stopped, refunds, tick, receivers.organizations()));
  }

  private void withdraw(FlowJob job, long tick) {
    var name = JobId.of(job.number());
    replies.send(
        id ->
            actors
                .user(job.user())
                .tell(new VoUser.WithdrawJob(id, name, tick, receivers.users())));
  }

  private void endAt(FlowJob job, List<Integer> nodes, long tick) {
    var name = JobId.of(job.number());
    byDomain(nodes, node -> node)
        .forEach(
            (domain, own) -> send(domain, id -> new Domain.End(id, name, own, tick, owners())));
  }

  /** Whether an event changes what the actors began with, and they are not told of it. */
  boolean isElsewhere(BookEvent event) {
    return event instanceof BookEvent.ClaimMade
        || event instanceof BookEvent.ClaimEnded
        || event instanceof BookEvent.PolicySet
        || event instanceof BookEvent.SalesStopped
        || event instanceof BookEvent.JobChanged
        || (event instanceof BookEvent.JobBooked booked && !has(booked.id(), booked.window()))
        || (event instanceof BookEvent.JobMoved moved && !has(moved.id(), moved.window()));
  }

  /** Whether a job got its window from these actors: neither by an offer nor from others before. */
  private boolean has(String id, Window window) {
    return jobs.job(id).flatMap(FlowJob::window).filter(window::equals).isPresent();
  }

  /** Whether time may come free by an event. */
  static boolean mayFree(BookEvent event) {
    return event instanceof BookEvent.PartEnded
        || event instanceof BookEvent.PartRefused
        || event instanceof BookEvent.PartLost
        || event instanceof BookEvent.JobEnded
        || event instanceof BookEvent.JobRequeued
        || event instanceof BookEvent.ClaimEnded
        || event instanceof BookEvent.PolicySet
        || event instanceof BookEvent.SalesStopped;
  }
}
