/**
 * Judges what a service has done by what it left behind: the answers that clients got, the history,
 * the ledgers, and files that the jobs wrote themselves. Shares nothing with the rest of the
 * service, so that both would have to be wrong in the same way.
 */
@NullMarked
package io.metasched.service.check;

import org.jspecify.annotations.NullMarked;
