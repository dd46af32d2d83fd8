package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.flow.FlowSnapshot;
import io.metasched.metascheduler.scheduling.CycleReport;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.model.JobId;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a metascheduler writes to its journal: what has happened, its answers included. Its state is
 * the fold of these events, see {@link VoState}. A command that it had not concluded is begun
 * again, and domains get the same commands as before, which they do not execute twice.
 * docs/journal.md says how stored events of an older version are read.
 */
sealed interface MetaschedulerEvent extends CborSerializable {

  /** A user joined. */
  record UserJoined(int user, ActorRef<VoUser.Command> notices) implements MetaschedulerEvent {}

  /**
   * A command was concluded.
   *
   * @param toUser the answer, if a user sent the command
   * @param toClock the answer, if the clock did
   * @param events what happened to the job flow
   * @param report what the last cycle did, if that has changed
   * @param cycle the open cycle, if there is one
   */
  record Concluded(
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          Metascheduler.@Nullable UserReply toUser,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          Metascheduler.@Nullable Reply toClock,
      List<FlowEvent> events,
      @Nullable CycleReport report,
      @Nullable Opened cycle,
      Counts counts)
      implements MetaschedulerEvent {
    public Concluded {
      events = List.copyOf(events);
    }
  }

  /**
   * A cycle whose plan is being made, or waits to be booked.
   *
   * @param session number of the session in which it is planned
   * @param batch its jobs in queue order
   */
  record Opened(int cycle, long nowTick, long session, List<JobId> batch) {
    public Opened {
      batch = List.copyOf(batch);
    }
  }

  /**
   * What numbers follow from.
   *
   * @param bookings commands sent to the booking coordinator
   * @param sessions sessions opened
   * @param asked questions to users
   * @param forPlans questions to domains to plan cycles
   * @param forMoves questions to domains to move jobs
   */
  record Counts(long bookings, long sessions, long asked, long forPlans, long forMoves) {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0);
  }

  /**
   * What the events so far lead to, as it is stored now and then.
   *
   * @param users those that have joined
   * @param notified how many notices each user has got
   * @param report what the last cycle did, if there was one
   * @param cycle the open cycle, if there is one
   */
  record Snapshot(
      FlowSnapshot flow,
      @Nullable CycleReport report,
      @Nullable Opened cycle,
      Counts counts,
      List<UserJoined> users,
      List<Notified> notified,
      RememberedReplies answers)
      implements CborSerializable {
    public Snapshot {
      users = List.copyOf(users);
      notified = List.copyOf(notified);
    }
  }

  /** How many notices a user has got. */
  record Notified(int user, int notices) {}

  /**
   * The answers that are remembered, oldest first.
   *
   * @param forgottenOfUsers the last command of each user whose answer is forgotten
   * @param forgottenOfClock the same of the clock
   */
  record RememberedReplies(
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          List<Metascheduler.UserReply> toUsers,
      List<CommandId> forgottenOfUsers,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          List<Metascheduler.Reply> toClock,
      List<CommandId> forgottenOfClock) {
    public RememberedReplies {
      toUsers = List.copyOf(toUsers);
      forgottenOfUsers = List.copyOf(forgottenOfUsers);
      toClock = List.copyOf(toClock);
      forgottenOfClock = List.copyOf(forgottenOfClock);
    }
  }
}
