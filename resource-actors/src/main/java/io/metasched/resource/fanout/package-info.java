/**
 * Searching slots that lie with several domains, losing nothing: what a domain is asked, what it
 * answers, the sessions in which it does, and how the asker keeps what it knows. How questions
 * travel is not known here.
 */
@NullMarked
package io.metasched.resource.fanout;

import org.jspecify.annotations.NullMarked;
