package io.metasched.resource.actor.journal;

import io.metasched.resource.actor.CborSerializable;

/**
 * The state of an actor as the fold of its events, from which snapshots are made.
 *
 * @param <S> the state; it may be changed in place
 */
public interface StateFold<S> extends EventFold<S> {
  /** The state in a form that can be stored, and that later events do not change. */
  CborSerializable snapshot(S state);

  /** A new state, as it was when a snapshot was made of it. */
  S restored(CborSerializable snapshot);
}
