package io.metasched.simulation.system.cyclic.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.cyclic.actor.JobChange;
import io.metasched.metascheduler.cyclic.actor.Metascheduler;
import io.metasched.metascheduler.cyclic.actor.VoUser;
import io.metasched.resource.actor.BatchBooking;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.EndedPart;
import io.metasched.resource.actor.LocalReports;
import io.metasched.resource.owner.CommandId;
import io.metasched.simulation.driver.Replies;
import io.metasched.simulation.driver.RunActors;
import io.metasched.simulation.kernel.Phase;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Book;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Due;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Replan;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Snapshot;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Step;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Submit;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Withdraw;
import java.util.List;
import java.util.Objects;

/**
 * Sender of each step's message to the actor it concerns.
 *
 * @param actors all actors
 * @param domains owners
 * @param owners receives the replies of domains
 * @param organizations receives the replies of metaschedulers
 * @param users receives the replies of users
 */
record StepSender(
    RunActors actors,
    Domains domains,
    ActorRef<Domain.Reply> owners,
    ActorRef<Metascheduler.Reply> organizations,
    ActorRef<VoUser.Reply> users) {

  // each message far below the limit
  private static final int EVENTS_AT_ONCE = 10_000;

  /** Returns a sender whose replies go to a clock. */
  static StepSender of(RunActors actors, Domains domains, Replies replies) {
    return new StepSender(
        actors,
        domains,
        replies.of(Domain.Reply.class, Domain.Reply::id),
        replies.of(Metascheduler.Reply.class, Metascheduler.Reply::id),
        replies.of(VoUser.Reply.class, VoUser.Reply::id));
  }

  /** Sends the message of a step of a user or of a cycle. */
  void send(CommandId id, Step step, long now) {
    if (step instanceof Submit s) {
      user(s.job().user()).tell(new VoUser.SubmitJob(id, s.job(), now, s.lost(), users));
    } else if (step instanceof Withdraw s) {
      user(s.user()).tell(new VoUser.WithdrawJob(id, s.job(), now, users));
    } else if (step instanceof Replan s) {
      metascheduler(s.vo()).tell(new Metascheduler.MoveJobs(id, s.cycle(), now, organizations));
    } else if (step instanceof Book s) {
      metascheduler(s.vo()).tell(new Metascheduler.BookPlan(id, now, organizations));
    } else if (step instanceof Snapshot s) {
      metascheduler(s.vo()).tell(new Metascheduler.BeginCycle(id, s.cycle(), now, organizations));
    }
  }

  private ActorRef<VoUser.Command> user(int user) {
    return Objects.requireNonNull(actors.users().get(user)).narrow();
  }

  private ActorRef<Domain.Command> domainOf(int node) {
    return domains.at(domains.domainOf(node));
  }

  private ActorRef<Metascheduler.Command> metascheduler(int vo) {
    return Objects.requireNonNull(actors.schedulers().get(vo)).narrow();
  }

  /** Sends submitted, started and ended jobs to an organization. */
  void advance(CommandId id, int vo, List<JobChange> jobs) {
    metascheduler(vo).tell(new Metascheduler.AdvanceJobs(id, jobs, organizations));
  }

  /** Sends ended parts of jobs to a domain. */
  void end(CommandId id, int domain, List<EndedPart> parts) {
    domains.at(domain).tell(new BatchBooking.EndParts(id, parts, owners));
  }

  void join(CommandId id, int user) {
    user(user).tell(new VoUser.Join(id, users));
  }

  void close(CommandId id, int vo) {
    metascheduler(vo).tell(new Metascheduler.Close(id, EVENTS_AT_ONCE, organizations));
  }

  /** Requests the events of an organization from the given index on. */
  void askOn(CommandId id, int vo, int from) {
    metascheduler(vo).tell(new Metascheduler.QueryHistory(id, from, EVENTS_AT_ONCE, organizations));
  }

  /** Requests reports of nodes of one domain up to the last step of the run. */
  void report(CommandId id, List<Integer> nodes, Due last) {
    boolean afterArrivals = last.phase().compareTo(Phase.LOCAL_ARRIVAL) > 0;
    domainOf(nodes.get(0))
        .tell(new LocalReports.Report(id, nodes, last.tick(), afterArrivals, owners));
  }
}
