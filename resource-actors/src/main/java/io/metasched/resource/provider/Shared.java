package io.metasched.resource.provider;

import java.util.function.UnaryOperator;

/**
 * A collection that copies have in common until one of them writes to it. Confined to one thread.
 *
 * <p>Cost: O(1) for {@link #copy}; the first write after it copies the collection.
 */
final class Shared<T> {
  private final UnaryOperator<T> copier;
  private T content;
  private boolean isShared;

  /** Its content, and how to copy that. */
  Shared(T content, UnaryOperator<T> copier) {
    this.content = content;
    this.copier = copier;
  }

  /** What is only read. */
  T read() {
    return content;
  }

  /** What may be changed. */
  T write() {
    if (isShared) {
      content = copier.apply(content);
      isShared = false;
    }
    return content;
  }

  Shared<T> copy() {
    isShared = true;
    var copy = new Shared<>(content, copier);
    copy.isShared = true;
    return copy;
  }
}
