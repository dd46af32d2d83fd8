/**
 * Notifications about jobs: which events cause them, their contents, and the progress of their
 * deliveries. The event store is the outbox.
 */
@NullMarked
package io.metasched.service.notice;

import org.jspecify.annotations.NullMarked;
