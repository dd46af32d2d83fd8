package io.metasched.resource.actor.journal;

import io.metasched.resource.actor.CborSerializable;

/**
 * What is made of the events of a journal. It decides nothing: it takes in what happened. Used by
 * one thread, which need not be that of the actor whose journal it is.
 *
 * @param <S> what is made; it may be changed in place
 */
public interface EventFold<S> {
  /** What there is before the first event. */
  S empty();

  /** What there is after an event. */
  S apply(S state, CborSerializable event);
}
