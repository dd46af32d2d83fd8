package io.metasched.metascheduler.broker.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.broker.OpenSubmissions;
import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.resource.broker.RefusedTask;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Commands of a broker's users: commands without an answer, and the cache of the last answers. */
final class UserCommands {
  private final int mostOpen;
  private final OpenSubmissions open = new OpenSubmissions();
  private final ReplyCache<Broker.Reply> replyCache;
  private final TreeMap<CommandId, ActorRef<Broker.Reply>> senders = new TreeMap<>();

  /**
   * @param mostOpen maximum number of commands without an answer
   * @param cachedReplies number of replies cached, at least 1
   */
  UserCommands(int mostOpen, int cachedReplies) {
    this.mostOpen = mostOpen;
    replyCache = new ReplyCache<>(cachedReplies);
  }

  void restore(BrokerEvent.Snapshot from) {
    replyCache.restore(from.forgotten(), from.replies(), reply -> reply.id());
    open.restore(from.submissions());
    from.cancellations().forEach(each -> open.cancelling(each.id(), each.task()));
  }

  /**
   * Returns whether a command is to be executed; otherwise, it has been answered or will be
   * answered.
   */
  boolean begins(Broker.Request c) {
    var known = replyCache.of(c.id());
    if (known.isPresent()) {
      c.replyTo().tell(known.get());
    } else if (open.has(c.id()) || senders.containsKey(c.id())) {
      senders.put(c.id(), c.replyTo()); // repeated: the last sender is answered
    } else if (replyCache.isTooOld(c.id())) {
      c.replyTo().tell(new Broker.Rejected(c.id(), Broker.Rejection.TOO_OLD));
    } else if (open.size() >= mostOpen) {
      c.replyTo().tell(new Broker.Rejected(c.id(), Broker.Rejection.BUSY));
    } else {
      senders.put(c.id(), c.replyTo());
      return true;
    }
    return false;
  }

  void submitted(CommandId id, List<Task> tasks, List<RefusedTask> refused) {
    open.submitted(id, tasks, refused);
  }

  /** Opens a cancellation; returns false if the task is already being cancelled. */
  boolean cancels(Broker.Cancel c) {
    if (open.isCancelling(c.task())) {
      var twice = new TaskOutcome.Cancelled(c.task(), Optional.of(TaskRefusal.DUPLICATE));
      senders.remove(c.id());
      c.replyTo().tell(new Broker.Answered(c.id(), List.of(twice)));
      return false;
    }
    open.cancelling(c.id(), c.task());
    return true;
  }

  /** Records outcomes, and answers the commands that they complete. */
  void report(List<TaskOutcome> outcomes) {
    for (var outcome : outcomes) {
      open.reached(outcome).forEach(this::conclude);
    }
  }

  /** Answers a command if all its tasks have an outcome. */
  void conclude(CommandId id) {
    open.conclude(id)
        .ifPresent(
            outcomes -> {
              var reply = new Broker.Answered(id, outcomes);
              replyCache.add(id, reply);
              Optional.ofNullable(senders.remove(id)).ifPresent(to -> to.tell(reply));
            });
  }
}
