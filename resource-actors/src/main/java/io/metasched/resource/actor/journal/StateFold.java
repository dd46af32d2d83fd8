package io.metasched.resource.actor.journal;

import io.metasched.resource.actor.CborSerializable;

/**
 * Fold of the events of an actor into its state, from which snapshots are made.
 *
 * @param <S> type of the state, which may be changed in place
 */
public interface StateFold<S> extends EventFold<S> {
  /** Returns the state in a storable form that later events do not change. */
  CborSerializable snapshot(S state);

  /** Returns a new state restored from a snapshot. */
  S restored(CborSerializable snapshot);
}
