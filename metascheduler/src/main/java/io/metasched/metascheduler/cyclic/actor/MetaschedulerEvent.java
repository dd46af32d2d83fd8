package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.flow.FlowSnapshot;
import io.metasched.metascheduler.cyclic.scheduling.CycleReport;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.model.JobId;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Event that a metascheduler writes to its journal, including the replies. Its state is the fold of
 * these events, see {@link VoState}. A command that was not concluded before a restart is started
 * again; its commands to the domains are unchanged, so the domains do not execute them twice.
 * docs/actors.md documents how stored events of an older version are read.
 */
sealed interface MetaschedulerEvent extends CborSerializable {

  /** Joining of a user. */
  record UserJoined(int user, ActorRef<VoUser.Command> notices) implements MetaschedulerEvent {}

  /**
   * Conclusion of a command.
   *
   * @param toUser the reply, if a user sent the command
   * @param toClock the reply, if the clock sent it
   * @param events events of the job flow
   * @param report report of the last cycle, if it has changed
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
   * Cycle whose plan is being made or waits to be booked.
   *
   * @param session number of the session in which the cycle is planned
   * @param batch jobs of the cycle in queue order
   */
  record Opened(int cycle, long nowTick, long session, List<JobId> batch) {
    public Opened {
      batch = List.copyOf(batch);
    }
  }

  /**
   * Counters from which later numbers follow.
   *
   * @param bookings number of commands sent to the booking coordinator
   * @param sessions number of sessions opened
   * @param asked number of questions to users
   * @param forPlans number of questions to domains for plans of cycles
   * @param forMoves number of questions to domains for moves of jobs
   */
  record Counts(long bookings, long sessions, long asked, long forPlans, long forMoves) {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0);
  }

  /**
   * Snapshot of the state.
   *
   * @param users the users that have joined
   * @param notified number of notices sent to each user
   * @param report report of the last cycle, if there was one
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

  /** Number of notices sent to a user. */
  record Notified(int user, int notices) {}

  /**
   * Cached replies, oldest first.
   *
   * @param forgottenOfUsers for each user, its last command whose reply was dropped
   * @param forgottenOfClock for each issuer, its last clock command whose reply was dropped
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
