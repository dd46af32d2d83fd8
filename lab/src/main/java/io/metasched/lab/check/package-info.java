/**
 * Verification of a service from the outside: answers to clients, history, ledgers, and files
 * written by the jobs themselves. It shares no code with the service, so that an error in the
 * service does not hide itself in the check.
 */
@NullMarked
package io.metasched.lab.check;

import org.jspecify.annotations.NullMarked;
