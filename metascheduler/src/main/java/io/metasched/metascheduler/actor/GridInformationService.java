package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.whatif.InformationService;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import java.util.List;

/**
 * The grid information service (GIS) of the what-if paper: says which clusters a request may be
 * placed on. What it knows does not change, so it needs no memory of its answers.
 */
public final class GridInformationService {
  /** Asks which clusters have the processors. Answered by {@link Candidates}. */
  public record Query(CommandId id, int processors, ActorRef<Candidates> replyTo)
      implements CborSerializable {}

  /** The clusters that have them, ascending. */
  public record Candidates(CommandId id, List<Integer> clusters) implements CborSerializable {
    public Candidates {
      clusters = List.copyOf(clusters);
    }
  }

  private GridInformationService() {}

  /** Creates the service of these clusters. */
  public static Behavior<Query> create(InformationService clusters) {
    return Behaviors.receiveMessage(
        query -> {
          var reply = new Candidates(query.id(), clusters.candidates(query.processors()));
          query.replyTo().tell(reply);
          return Behaviors.same();
        });
  }
}
