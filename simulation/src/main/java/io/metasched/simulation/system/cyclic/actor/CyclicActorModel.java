package io.metasched.simulation.system.cyclic.actor;

import io.metasched.metascheduler.cyclic.actor.JobChange;
import io.metasched.metascheduler.cyclic.actor.JobChange.Submitted;
import io.metasched.metascheduler.cyclic.actor.Metascheduler;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Questions;
import io.metasched.metascheduler.cyclic.actor.VoUser;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.scheduling.CycleReport;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.LocalReports;
import io.metasched.resource.model.JobId;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.NodeReport;
import io.metasched.simulation.driver.ActorModel;
import io.metasched.simulation.kernel.Phase;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.model.EventSchedule;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Book;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Due;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Replan;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Snapshot;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Step;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Submit;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Withdraw;
import io.metasched.simulation.system.cyclic.model.ResultBuilder;
import io.metasched.simulation.system.cyclic.model.RunProgress;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.VoHistory;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Model of scheduling cycles for the clock: it starts the users, executes the events of the
 * schedule, and at the end closes the metaschedulers and collects the reports of the domains.
 *
 * <p>Events are executed one at a time in the order of the schedule, except {@link PendingChanges}:
 * an organization receives the events of its jobs in one message, in order, before the next step of
 * a user or a cycle, and a domain receives the events of its parts before the next step that
 * involves owners. Local jobs are not events here: their owners add them before the next command.
 * In a free run, all events of one tick and phase are executed concurrently, each job is submitted
 * in a separate message, and organizations compete.
 */
public final class CyclicActorModel implements ActorModel<CyclicRun> {
  private enum RunPhase {
    JOINING,
    RUNNING,
    CLOSING,
    REPORTING,
    OVER
  }

  private final CyclicInstance instance;
  private final NamedPolicy policy;
  private final EventSchedule schedule;
  private final StepSender sender;
  private final List<Integer> users;
  private final RunProgress progress;
  private final boolean free;
  private final TreeMap<CommandId, Due> awaited = new TreeMap<>();
  private final TreeMap<CommandId, Advancing> advancing = new TreeMap<>();
  private final TreeMap<CommandId, Integer> ending = new TreeMap<>(); // domains
  private final TreeMap<CommandId, Integer> joining = new TreeMap<>();
  private final TreeMap<CommandId, Integer> closing = new TreeMap<>();
  private final TreeMap<Integer, List<FlowEvent>> histories = new TreeMap<>();
  private final TreeMap<Integer, List<CycleReport>> cycles = new TreeMap<>();
  private final TreeMap<Integer, Integer> done = new TreeMap<>();
  private final NodeReports owners;
  private final PendingChanges changes;
  private RunPhase phase = RunPhase.JOINING;
  private Optional<Due> next = Optional.empty();
  private @Nullable Due last;
  private boolean awaitsSubmission; // whether the next step may depend on a submission
  private Questions questions = new Questions(0, 0);

  /** Organization, with the submissions among the changes sent to it. */
  private record Advancing(int vo, List<JobId> submitted) {}

  CyclicActorModel(
      CyclicInstance instance,
      NamedPolicy policy,
      StepSender sender,
      List<Integer> users,
      Progress progress,
      boolean free) {
    this.instance = instance;
    this.policy = policy;
    this.sender = sender;
    this.users = users;
    this.free = free;
    this.progress = new RunProgress(instance, policy.name(), progress);
    owners = new NodeReports((id, nodes) -> sender.report(id, nodes, lastStep()));
    schedule = new EventSchedule(instance, policy.policy());
    changes = new PendingChanges(sender.domains()::domainOf);
  }

  @Override
  public void advance(Commands commands) {
    if (phase == RunPhase.JOINING) {
      phase = RunPhase.RUNNING;
      users.forEach(user -> joining.put(commands.send(id -> sender.join(id, user)), user));
    } else if (phase == RunPhase.RUNNING) {
      goOn(commands);
    } else if (phase == RunPhase.CLOSING) {
      phase = RunPhase.REPORTING;
      owners.collect(instance.environment().nodes(), commands);
    } else {
      phase = RunPhase.OVER;
    }
  }

  /** Sends changes first, because the next step may depend on them. */
  private void goOn(Commands commands) {
    next = next.or(this::nextStep);
    boolean mayNeedOwners =
        !awaitsSubmission && next.filter(due -> due.phase() == Phase.SUBMISSION).isEmpty();
    boolean isSent = advanceJobs(commands);
    if (mayNeedOwners || changes.isFull()) {
      isSent |= endParts(commands);
    }
    if (!isSent) {
      next.ifPresentOrElse(due -> happen(due, commands), () -> close(commands));
    }
  }

  /**
   * Collects the changes before the next step and returns that step; empty at the end of the run,
   * if many changes are pending, or if the next step may depend on one of them.
   */
  private Optional<Due> nextStep() {
    long before = Long.MAX_VALUE;
    var due = schedule.next();
    while (due.isPresent() && isChange(due.get())) {
      changes.add(due.get());
      last = due.get();
      if (due.get().step() instanceof Submit s) {
        before = Math.min(before, schedule.dependentTick(s.job().id()));
      }
      due = changes.isFull() ? Optional.empty() : schedule.next(before);
    }
    awaitsSubmission = due.isEmpty() && before < Long.MAX_VALUE;
    return due;
  }

  /**
   * Returns whether a step is a change of jobs or parts, which is not sent immediately but
   * collected.
   */
  private boolean isChange(Due due) {
    return due.phase().compareTo(Phase.GIVE_BACK) <= 0 || (!free && due.step() instanceof Submit);
  }

  private boolean advanceJobs(Commands commands) {
    var jobs = changes.takeJobs();
    jobs.forEach(
        (vo, all) -> {
          var submitted =
              all.stream().filter(Submitted.class::isInstance).map(JobChange::job).toList();
          var id = commands.send(each -> sender.advance(each, vo, all));
          advancing.put(id, new Advancing(vo, submitted));
        });
    return !jobs.isEmpty();
  }

  private boolean endParts(Commands commands) {
    var parts = changes.takeParts();
    parts.forEach(
        (domain, all) -> ending.put(commands.send(id -> sender.end(id, domain, all)), domain));
    return !parts.isEmpty();
  }

  private void happen(Due first, Commands commands) {
    next = Optional.empty();
    for (var due = Optional.of(first); due.isPresent(); ) {
      send(due.get(), commands);
      due = free ? schedule.nextIn(first.tick(), first.phase()) : Optional.empty();
    }
  }

  private void send(Due due, Commands commands) {
    last = due;
    awaited.put(commands.send(id -> sender.send(id, due.step(), due.tick())), due);
  }

  @Override
  public Optional<Throwable> replied(CommandId id, Object reply, Commands commands) {
    if (reply instanceof Metascheduler.Failed failed) {
      return Optional.of(RunFailures.of(failed));
    }
    var due = awaited.remove(id);
    if (due != null) {
      return answerTo(due.step()).isInstance(reply) ? happened(due, reply) : unexpected(reply);
    }
    var sent = advancing.remove(id);
    if (sent != null && reply instanceof Metascheduler.Done jobs) {
      var refused = new TreeSet<>(jobs.refused());
      sent.submitted().forEach(job -> schedule.submitted(job, !refused.contains(job)));
      progress.jobDone(doneNow(sent.vo(), jobs.done()));
      return Optional.empty();
    }
    if (ending.remove(id) != null && reply instanceof Domain.Done) {
      return Optional.empty();
    }
    var vo = closing.remove(id);
    if (vo != null && reply instanceof Metascheduler.Closed closed) {
      cycles.put(vo, closed.cycles());
      questions = questions.plus(closed.questions());
      histories.put(vo, new ArrayList<>());
      reported(vo, closed.history(), closed.more(), commands);
    } else if (vo != null && reply instanceof Metascheduler.HistoryPage page) {
      reported(vo, page.history(), page.more(), commands);
    } else if (reply instanceof LocalReports.Reported reported && owners.awaits(id)) {
      owners.take(reported, commands);
    } else if (!(reply instanceof VoUser.Joined) || joining.remove(id) == null) {
      return unexpected(reply);
    }
    return Optional.empty();
  }

  private static Optional<Throwable> unexpected(Object reply) {
    return Optional.of(
        new IllegalStateException("unexpected reply from an actor: %s".formatted(reply)));
  }

  private Optional<Throwable> happened(Due due, Object reply) {
    if (reply instanceof VoUser.Submitted submitted) {
      schedule.submitted(submitted.job(), submitted.accepted());
    } else if (reply instanceof VoUser.Withdrawn withdrawn && withdrawn.inTime()) {
      schedule.withdrawn(withdrawn.job(), due.tick());
    } else if (reply instanceof Metascheduler.JobsBooked booked) {
      booked.bookings().forEach(b -> schedule.booked(b.job(), b.window()));
      schedule.refused(booked.refused(), due.tick());
    } else if (reply instanceof Metascheduler.CycleBegun begun
        && due.step() instanceof Snapshot snapshot) {
      schedule.refused(begun.refused(), due.tick());
      schedule.planned(snapshot, due.tick(), begun.plans(), begun.waits());
      progress.cycleTaken(snapshot, doneNow(snapshot.vo(), begun.done()));
    }
    return Optional.empty();
  }

  private Class<?> answerTo(Step step) {
    if (step instanceof Submit) {
      return VoUser.Submitted.class;
    } else if (step instanceof Withdraw) {
      return VoUser.Withdrawn.class;
    } else if (step instanceof Book || step instanceof Replan) {
      return Metascheduler.JobsBooked.class;
    }
    return Metascheduler.CycleBegun.class; // a snapshot was taken
  }

  private int doneNow(int vo, int count) {
    done.put(vo, count);
    return done.values().stream().mapToInt(d -> d).sum();
  }

  /** Closes the metaschedulers first: after that, no messages to the domains are in transit. */
  private void close(Commands commands) {
    phase = RunPhase.CLOSING;
    IntStream.range(0, instance.rules().organizations())
        .forEach(vo -> closing.put(commands.send(id -> sender.close(id, vo)), vo));
  }

  private void reported(int vo, List<FlowEvent> events, boolean more, Commands commands) {
    var history = Objects.requireNonNull(histories.get(vo));
    history.addAll(events);
    if (more) {
      int from = history.size();
      closing.put(commands.send(id -> sender.askOn(id, vo, from)), vo);
    }
  }

  /** Returns the last step of the run, after which no local job arrives. */
  private Due lastStep() {
    return Objects.requireNonNull(last);
  }

  @Override
  public boolean mayBePlanning() {
    return awaited.values().stream()
        .anyMatch(due -> due.step() instanceof Book || due.step() instanceof Replan);
  }

  @Override
  public String awaited() {
    var organizations = new TreeSet<>(closing.values());
    advancing.values().forEach(sent -> organizations.add(sent.vo()));
    var domains = new TreeSet<>(owners.awaited());
    domains.addAll(ending.values());
    return "%s, from users %s, organizations %s, domains %s"
        .formatted(awaited.values(), joining.values(), organizations, domains);
  }

  /** Returns the events of each organization. */
  List<VoHistory> organizations() {
    var organizations = new ArrayList<VoHistory>();
    histories.forEach(
        (vo, history) ->
            organizations.add(new VoHistory(history, Objects.requireNonNull(cycles.get(vo)))));
    return organizations;
  }

  /** Returns the reports of all nodes. */
  List<NodeReport> owners() {
    return owners.all();
  }

  @Override
  public CyclicRun tables(String driver, String version) {
    if (phase != RunPhase.OVER) {
      throw new IllegalStateException("the run is not over");
    }
    return ResultBuilder.result(
        new ResultBuilder.Title(policy.name(), driver, version),
        instance,
        schedule,
        organizations(),
        owners.all());
  }

  /** Returns the number of queries of all organizations to domains; not part of a result. */
  public Questions questions() {
    return questions;
  }
}
