package io.metasched.resource.provider;

import java.util.function.UnaryOperator;

/**
 * Copy-on-write collection, shared by copies until one of them writes to it. Confined to one
 * thread.
 *
 * <p>Cost: O(1) for {@link #copy}; the first write after a copy copies the collection.
 */
final class Shared<T> {
  private final UnaryOperator<T> copier;
  private T content;
  private boolean isShared;

  /**
   * @param content the collection
   * @param copier function that copies the collection
   */
  Shared(T content, UnaryOperator<T> copier) {
    this.content = content;
    this.copier = copier;
  }

  /** Returns the collection for reading only. */
  T read() {
    return content;
  }

  /** Returns the collection for changes. */
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
