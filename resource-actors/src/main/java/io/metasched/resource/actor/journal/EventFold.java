package io.metasched.resource.actor.journal;

import io.metasched.resource.actor.CborSerializable;

/**
 * Fold of the events of a journal, without decisions. Used by one thread, which may differ from the
 * thread of the actor that owns the journal.
 *
 * @param <S> type of the state, which may be changed in place
 */
public interface EventFold<S> {
  /** Returns the state before the first event. */
  S empty();

  /** Returns the state after an event. */
  S apply(S state, CborSerializable event);
}
