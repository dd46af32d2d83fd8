package io.metasched.service.book;

import io.metasched.metascheduler.model.EnumLabel;

/** Role of a principal. */
public enum Role {
  /** Submits jobs and sees the jobs of the user's accounts. */
  USER,
  /** Sets what the owner's nodes sell, and sees what runs on these nodes. */
  OWNER,
  /** May do everything. */
  ADMIN,
  /** Sees everything and changes nothing. */
  READER;

  /** Returns the external name. */
  public String label() {
    return EnumLabel.of(this);
  }
}
