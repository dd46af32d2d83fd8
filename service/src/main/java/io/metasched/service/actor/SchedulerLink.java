package io.metasched.service.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.actor.VoUser;
import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.HeldPart;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.CommandId;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Recorded;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.FlowJobs;
import io.metasched.service.plan.FlowJobs.FlowJob;
import io.metasched.service.plan.LiveJobs;
import io.metasched.service.plan.OwnersPricing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the planner sends to the actors of one incarnation, and which jobs they have. Each command
 * has an id, by which its reply is known; ticks never run back.
 */
final class SchedulerLink {
  /** Counts from here, so that ids of one incarnation are none of another. */
  private static final int INCARNATION_BITS = 40;

  private static final int ISSUER = Integer.MAX_VALUE;

  private final SchedulerActors actors;
  private final Receivers receivers;
  private final long firstId;
  private final BookState from;
  private final FlowJobs jobs = new FlowJobs();
  private final List<BookEvent.Deposited> deposits = new ArrayList<>();
  private final TreeSet<Integer> joined = new TreeSet<>();
  private long sent;
  private long latest;

  /** Who gets the replies. */
  record Receivers(
      ActorRef<Metascheduler.Reply> organizations,
      ActorRef<VoUser.Reply> users,
      ActorRef<Domain.Reply> owners) {}

  /** Spawns the actors of an incarnation, which begin with what the book says. */
  static SchedulerLink start(
      ActorContext<?> context,
      Receivers receivers,
      long incarnation,
      Fleet fleet,
      CycleSettings settings,
      BookState from,
      long present) {
    var flow = LiveJobs.flow(from, LiveJobs.booked(from, fleet));
    var pricing = OwnersPricing.of(from, fleet);
    var actors = new SchedulerActors(context, incarnation, fleet, settings, pricing, flow, present);
    return new SchedulerLink(actors, receivers, incarnation, from);
  }

  private SchedulerLink(
      SchedulerActors actors, Receivers receivers, long incarnation, BookState from) {
    this.actors = actors;
    this.receivers = receivers;
    firstId = incarnation << INCARNATION_BITS;
    this.from = from;
  }

  private CommandId id() {
    return new CommandId(ISSUER, firstId + sent++);
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

  // --- the beginning

  /** Owners open their time. */
  List<CommandId> open(long until) {
    var ids = new ArrayList<CommandId>();
    for (var domain : actors.domains().refs().values()) {
      var id = id();
      domain.tell(new Domain.OpenSession(id, new Span(0, until), 0, receivers.owners()));
      ids.add(id);
    }
    return ids;
  }

  /** The session was to open time only. */
  void close(Domain.SessionOpened opened) {
    if (!opened.hasAll()) {
      actors.domains().at(opened.domain()).tell(new Domain.CloseSession(opened.id()));
    }
  }

  /** Owners get the bookings there are, and what is taken without a job. */
  List<CommandId> restore(Fleet fleet) {
    var ids = new ArrayList<CommandId>();
    for (var each : LiveJobs.booked(from, fleet)) {
      var job = each.job();
      var flowJob = jobs.add(job.id(), job.number(), LiveJobs.job(from, job).user());
      jobs.booked(job.number(), each.window());
      var parts = new TreeMap<Integer, List<HeldPart>>();
      for (int i = 0; i < each.window().parts().size(); i++) {
        var part = each.window().parts().get(i);
        if (i < job.parts().size() && job.parts().get(i).stage().isFinal()) {
          flowJob.end(i);
        } else {
          put(part, parts);
        }
      }
      rebook(JobId.of(job.number()), parts, ids);
    }
    for (var each : LiveJobs.claimed(from, fleet)) {
      var parts = new TreeMap<Integer, List<HeldPart>>();
      for (var part : each.window().parts()) {
        put(part, parts);
      }
      rebook(each.id(), parts, ids);
    }
    return ids;
  }

  private void put(Part part, Map<Integer, List<HeldPart>> parts) {
    parts
        .computeIfAbsent(actors.domains().domainOf(part.node()), d -> new ArrayList<>())
        .add(new HeldPart(part.node(), part.span(), 0));
  }

  private void rebook(JobId name, Map<Integer, List<HeldPart>> parts, List<CommandId> ids) {
    parts.forEach(
        (domain, held) -> {
          var id = id();
          actors
              .domains()
              .at(domain)
              .tell(new Domain.Rebook(id, name, held, List.of(), 0, receivers.owners()));
          ids.add(id);
        });
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
  List<CommandId> join(BookState seen) {
    var ids = new ArrayList<CommandId>();
    for (var each : seen.accounts().entries()) {
      int user = each.value().number();
      if (user >= 0 && joined.add(user)) {
        var id = id();
        actors.user(user).tell(new VoUser.Join(id, receivers.users()));
        ids.add(id);
      }
    }
    for (var each : deposits) {
      seen.account(each.account())
          .ifPresent(account -> actors.deposit(account.number(), each.milli()));
    }
    deposits.clear();
    return ids;
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
  List<CommandId> submit(BookState seen, List<JobRecord> some, long tick) {
    var ids = new ArrayList<CommandId>();
    for (var job : some) {
      var id = id();
      var flowJob = LiveJobs.job(seen, job);
      jobs.add(job.id(), job.number(), flowJob.user());
      actors.user(flowJob.user()).tell(new VoUser.SubmitJob(id, flowJob, tick, receivers.users()));
      ids.add(id);
    }
    return ids;
  }

  List<CommandId> begin(int cycle, long tick) {
    var id = id();
    tell(new Metascheduler.BeginCycle(id, cycle, tick, receivers.organizations()));
    return List.of(id);
  }

  List<CommandId> book(long tick) {
    var id = id();
    tell(new Metascheduler.BookPlan(id, tick, receivers.organizations()));
    return List.of(id);
  }

  /** Booked jobs may move to windows that do not begin before a tick. */
  List<CommandId> move(long tick, long notBefore) {
    var id = id();
    tell(
        new Metascheduler.MoveJobs(
            id, FlowEvent.NO_CYCLE, tick, notBefore, receivers.organizations()));
    return List.of(id);
  }

  List<CommandId> askHistory(int from, int most) {
    var id = id();
    tell(new Metascheduler.QueryHistory(id, from, most, receivers.organizations()));
    return List.of(id);
  }

  private void tell(Metascheduler.Command command) {
    actors.metascheduler().tell(command);
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

  /**
   * Tells the actors what they have to know of an event, as of when it was written.
   *
   * @return the commands that they are to answer
   */
  List<CommandId> hear(Recorded recorded) {
    var event = recorded.event();
    long tick = laterOf(from.ticks().at(recorded.at()));
    var ids = new ArrayList<CommandId>();
    if (event instanceof BookEvent.Deposited deposited) {
      deposits.add(deposited);
    } else if (event instanceof BookEvent.PartEnded ended) {
      endPart(ended.id(), ended.part(), tick, ids);
    } else if (event instanceof BookEvent.PartRefused refused) {
      endPart(refused.id(), refused.part(), tick, ids);
    } else if (event instanceof BookEvent.PartLost lost) {
      endPart(lost.id(), lost.part(), tick, ids);
    } else if (event instanceof BookEvent.JobEnded ended) {
      jobs.remove(ended.id())
          .ifPresent(
              job -> end(job, ended.chargedMilli(), ended.state() == JobState.OVERRAN, tick, ids));
    } else if (event instanceof BookEvent.JobRequeued requeued) {
      jobs.remove(requeued.id()).ifPresent(job -> end(job, List.of(), false, tick, ids));
    } else if (event instanceof BookEvent.JobRefused refused) {
      jobs.remove(refused.id());
    } else if (event instanceof BookEvent.JobChanged changed) {
      jobs.remove(changed.id())
          .filter(job -> job.number() != changed.number())
          .ifPresent(job -> withdraw(job, tick, ids)); // else they are made anew
    }
    return ids;
  }

  /** Nothing more becomes of a part: its time is vacant. */
  private void endPart(String id, int part, long tick, List<CommandId> ids) {
    jobs.job(id)
        .ifPresent(job -> job.end(part).ifPresent(node -> endAt(job, List.of(node), tick, ids)));
  }

  /** A job that has begun ends; another one is withdrawn, wherever it is. */
  private void end(
      FlowJob job, List<Long> chargedMilli, boolean stopped, long tick, List<CommandId> ids) {
    var window = job.window();
    if (window.isEmpty() || tick < window.get().start()) {
      withdraw(job, tick, ids);
      return;
    }
    endAt(job, job.endAll(), tick, ids);
    var id = id();
    tell(
        new Metascheduler.EndJob(
            id,
            JobId.of(job.number()),
            stopped,
            job.refunds(chargedMilli),
            tick,
            receivers.organizations()));
    ids.add(id);
  }

  private void withdraw(FlowJob job, long tick, List<CommandId> ids) {
    var id = id();
    actors
        .user(job.user())
        .tell(new VoUser.WithdrawJob(id, JobId.of(job.number()), tick, receivers.users()));
    ids.add(id);
  }

  private void endAt(FlowJob job, List<Integer> nodes, long tick, List<CommandId> ids) {
    var byDomain = new TreeMap<Integer, List<Integer>>();
    for (int node : nodes) {
      byDomain.computeIfAbsent(actors.domains().domainOf(node), d -> new ArrayList<>()).add(node);
    }
    byDomain.forEach(
        (domain, some) -> {
          var id = id();
          actors
              .domains()
              .at(domain)
              .tell(new Domain.End(id, JobId.of(job.number()), some, tick, receivers.owners()));
          ids.add(id);
        });
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
