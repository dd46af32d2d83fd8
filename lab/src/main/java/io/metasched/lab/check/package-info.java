/**
 * Verification of a service from the outside: answers to clients, history, ledgers, and files
 * written by the jobs themselves. It shares no code with the service, so that the check does not
 * repeat an error of the service.
 */
@NullMarked
package io.metasched.lab.check;

import org.jspecify.annotations.NullMarked;
