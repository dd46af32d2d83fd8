package io.metasched.metascheduler.deployment;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.resource.model.Node;
import java.util.List;

/** Owners of a group, regardless of their location: domains or providers. */
public interface OwnerActors {
  /** Returns the owner of a number, or a proxy for it. */
  ActorRef<Object> ref(int number);

  /** Returns the owners as domains of these nodes. */
  Domains domains(List<Integer> numbers, List<Node> nodes);
}
