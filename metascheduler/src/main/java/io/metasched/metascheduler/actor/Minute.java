package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.desk.CycleReport;
import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.model.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a metascheduler writes down. Its state is a fold over its minutes; what it was at when it
 * died, it begins once more, and tells domains the same as before, which do nothing twice.
 */
sealed interface Minute extends CborSerializable {

  /** A user has made himself known. */
  record Came(int user, ActorRef<VoUser.Command> notices) implements Minute {}

  /**
   * What a command has come to, its answer included.
   *
   * @param toUser the answer, if a user gave the command
   * @param toKeeper the answer, if the keeper of time did
   * @param events what happened to the job flow
   * @param report what the last cycle did, if that has changed
   * @param cycle the open cycle, if there is one
   */
  record Concluded(
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          Metascheduler.@Nullable UserReply toUser,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          Metascheduler.@Nullable Reply toKeeper,
      List<FlowEvent> events,
      @Nullable CycleReport report,
      @Nullable Opened cycle,
      Counts counts)
      implements Minute {
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
   * @param bookings commands given to the booker
   * @param sessions sessions opened
   * @param asked questions to users
   * @param forPlans questions to domains to plan cycles
   * @param forMoves questions to domains to move jobs
   */
  record Counts(long bookings, long sessions, long asked, long forPlans, long forMoves) {}
}
