package io.metasched.service.book;

import io.metasched.metascheduler.model.EnumLabel;

/** Role of a principal. */
public enum Role {
  /** Submits jobs and sees the jobs of the user's accounts. */
  USER,
  /** Also manages the persons, limits of persons and money of its accounts. */
  COORDINATOR,
  /** Sets what the owner's nodes sell, and sees what runs on these nodes. */
  OWNER,
  /** May do everything. */
  ADMIN,
  /** Sees everything and changes nothing. */
  READER;

  /** Returns whether the accounts of a principal with this role are its permissions. */
  public boolean usesAccounts() {
    return this == USER || this == COORDINATOR;
  }

  /** Returns the external name. */
  public String label() {
    return EnumLabel.of(this);
  }
}
