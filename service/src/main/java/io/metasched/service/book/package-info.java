/**
 * The book of the service: what was asked of it and what came of it, as events, and the state that
 * they lead to. Whatever the service promises is in here; all else can be made from it again.
 */
@NullMarked
package io.metasched.service.book;

import org.jspecify.annotations.NullMarked;
