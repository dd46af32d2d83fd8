package io.metasched.metascheduler.deployment;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.resource.model.Node;
import java.util.List;

/** Owners of a group, regardless of their location: domains or providers. */
public interface OwnerActors {
  /** Returns the owner with a number, or a proxy for it. */
  ActorRef<Object> ref(int number);

  /** Returns the owners with the given numbers as domains of the nodes. */
  Domains domains(List<Integer> numbers, List<Node> nodes);
}
