package io.metasched.service.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.HeldPart;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.service.book.BookState;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.FlowJobs;
import io.metasched.service.plan.LiveJobs;
import java.util.List;
import java.util.TreeMap;

/** Beginning of an incarnation: its owners get the bookings and claims of the book. */
final class Restoration {
  private final SchedulerActors actors;
  private final AwaitedReplies replies;
  private final ActorRef<Domain.Reply> receiver;
  private final List<LiveJobs.Booked> booked;
  private final List<LiveJobs.Claimed> claimed;
  private final BookState from;
  private final Fleet fleet;
  private final TreeMap<CommandId, String> holders = new TreeMap<>();

  Restoration(
      SchedulerActors actors,
      AwaitedReplies replies,
      ActorRef<Domain.Reply> receiver,
      BookState from,
      Fleet fleet) {
    this.actors = actors;
    this.replies = replies;
    this.receiver = receiver;
    this.from = from;
    this.fleet = fleet;
    booked = LiveJobs.booked(from, fleet);
    claimed = LiveJobs.claimed(from, fleet);
  }

  /**
   * Restores the owners' time and all that is taken of it.
   *
   * @param horizonEnd to which tick cycles plan
   * @param jobs get those that are booked
   * @param restored is run when all owners have replied
   */
  void begin(long horizonEnd, FlowJobs jobs, Runnable restored) {
    open(horizonEnd);
    replies.whenAnswered(
        () -> {
          booked.forEach(each -> book(each, jobs));
          claimed.forEach(
              each -> each.window().parts().forEach(part -> book(each.id(), each.holder(), part)));
          replies.whenAnswered(restored);
        });
  }

  /** Owners open their time, as far as a cycle plans and as anything is booked. */
  private void open(long horizonEnd) {
    long until = horizonEnd;
    for (var each : booked) {
      until = Math.max(until, each.window().finish());
    }
    for (var each : claimed) {
      until = Math.max(until, each.window().finish());
    }
    var all = new Span(0, until);
    for (var domain : actors.domains().refs().values()) {
      replies.send(id -> domain.tell(new Domain.OpenSession(id, all, 0, receiver)));
    }
  }

  /** Closes a session, which was to open time only. */
  void close(Domain.SessionOpened opened) {
    if (!opened.hasAll()) {
      actors.domains().at(opened.domain()).tell(new Domain.CloseSession(opened.id()));
    }
  }

  private void book(LiveJobs.Booked each, FlowJobs jobs) {
    var job = each.job();
    var flowJob = jobs.add(job.id(), job.number(), LiveJobs.job(from, job).user());
    jobs.booked(job.number(), each.window());
    var parts = each.window().parts();
    for (int i = 0; i < parts.size(); i++) {
      if (i < job.parts().size() && job.parts().get(i).stage().isFinal()) {
        flowJob.end(i);
      } else {
        book(JobId.of(job.number()), "job " + job.id(), parts.get(i));
      }
    }
  }

  /** Books one part alone: when its owner refuses it, the job keeps its time on other nodes. */
  private void book(JobId name, String holder, Part part) {
    var held = List.of(new HeldPart(part.node(), part.span(), 0));
    var domain = actors.domains().at(actors.domains().domainOf(part.node()));
    replies.send(
        id -> {
          holders.put(id, holder);
          domain.tell(new Domain.Rebook(id, name, held, List.of(), 0, receiver));
        });
  }

  /** Returns the line about a refusal. */
  String line(Domain.Refused refused) {
    return "%s: node %s: its owner refuses what the book says: %s"
        .formatted(
            holders.getOrDefault(refused.id(), "command " + refused.id()),
            fleet.name(refused.node()),
            refused.reason());
  }
}
