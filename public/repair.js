/**
 * Enhances the forms on guests' repair pages, which also work without JavaScript: three steps on a phone, photos
 * uploaded one at a time with progress and retry, and a draft in local storage until the form is sent.
 */
(() => {
  const [, root = '', token = ''] = location.pathname.split('/');
  const DRAFT = `tenure.repair.${token.slice(0, 8)}`;
  const NARROW = '(max-width: 480px)';
  const MAX_PHOTOS = 10;

  /** @returns {{ sending?: boolean, values?: [string, string][] }} */
  function readDraft() {
    try {
      /** @type {unknown} */
      const stored = JSON.parse(localStorage.getItem(DRAFT) ?? '{}');
      return /** @type {{ sending?: boolean, values?: [string, string][] }} */ (stored);
    } catch {
      return {};
    }
  }

  /** @param {object | null} draft */
  function writeDraft(draft) {
    try {
      if (draft) localStorage.setItem(DRAFT, JSON.stringify(draft));
      else localStorage.removeItem(DRAFT);
    } catch {
      // Storage is blocked, so the draft is lost.
    }
  }

  /** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {string} [text] */
  function newElement(tag, text = '') {
    const element = document.createElement(tag);
    element.textContent = text;
    return element;
  }

  for (const form of document.querySelectorAll('form')) sendPhotosOneByOne(form);
  const report = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-form="report"]'));
  // The next page has no report form, so the report was accepted and its draft is no longer needed.
  if (!report && readDraft().sending) writeDraft(null);
  if (report) {
    persistDraft(report);
    showSteps(report);
  }

  /** @param {HTMLFormElement} form */
  function persistDraft(form) {
    const isUntouched = !form.querySelector('.problem, .notice') && !form.querySelector('textarea')?.value;
    if (isUntouched) {
      for (const [name, value] of readDraft().values ?? []) {
        for (const field of form.querySelectorAll('input, textarea')) {
          const input = /** @type {HTMLInputElement} */ (field);
          if (input.name !== name || input.type === 'file') continue;
          if (input.type === 'radio' || input.type === 'checkbox') input.checked ||= input.value === value;
          else input.value = value;
        }
      }
    }
    const save = (sending = false) => {
      const values = [...new FormData(form)].filter(([name, value]) => typeof value === 'string' && name !== 'kept');
      writeDraft({ sending, values });
    };
    form.addEventListener('input', () => save());
    form.addEventListener('submit', (event) => event.defaultPrevented || save(true));
  }

  /** @param {HTMLFormElement} form */
  function sendPhotosOneByOne(form) {
    const input = form.querySelector('input[type="file"][multiple]');
    if (!(input instanceof HTMLInputElement)) return;
    const list = newElement('ul');
    list.className = 'sending';
    list.setAttribute('aria-live', 'polite');
    input.after(list);
    let waiting = 0;
    /** @type {Promise<void>} */
    let last = Promise.resolve();

    input.addEventListener('change', () => {
      for (const file of input.files ?? []) add(file);
      input.value = '';
    });
    form.addEventListener('submit', (event) => {
      if (waiting === 0) return;
      event.preventDefault();
      list.prepend(newElement('li', 'Wait until the photos are sent, then send it.'));
    });

    /** @param {File} file */
    function add(file) {
      const count = form.querySelectorAll('input[name="kept"]').length + waiting;
      const item = newElement('li');
      const words = newElement('span', `${file.name} `);
      item.append(preview(file), words);
      list.append(item);
      if (count >= MAX_PHOTOS) words.append(`: Add up to ${MAX_PHOTOS} photos`);
      else queue(file, words);
    }

    /** @param {File} file */
    function preview(file) {
      const picture = newElement('img');
      picture.alt = '';
      picture.src = URL.createObjectURL(file);
      const release = () => URL.revokeObjectURL(picture.src);
      picture.addEventListener('load', release);
      // The browser cannot decode the image.
      picture.addEventListener('error', () => {
        release();
        picture.remove();
      });
      return picture;
    }

    /** @param {HTMLElement} words @param {string} name its first word is shown @param {() => void} act */
    function addButton(words, name, act) {
      const button = newElement('button', name.split(' ')[0]);
      button.type = 'button';
      button.setAttribute('aria-label', name);
      button.addEventListener('click', act);
      words.append(button);
    }

    /** @param {File} file @param {HTMLElement} words */
    function queue(file, words) {
      waiting += 1;
      const bar = newElement('progress');
      bar.max = 1;
      bar.value = 0;
      bar.setAttribute('aria-label', file.name);
      words.append(bar);
      last = last
        .then(() => upload(file, (share) => (bar.value = share)))
        .then(({ name, signed }) => {
          const hidden = newElement('input');
          Object.assign(hidden, { type: 'hidden', name: 'kept', value: signed });
          // Inserted before the file input, as the server reads the photos in the order of the form's fields.
          input.before(hidden);
          words.textContent = `${name}, added `;
          addButton(words, `Remove ${name}`, () => {
            hidden.remove();
            words.closest('li')?.remove();
          });
        })
        .catch((/** @type {Error} */ error) => {
          words.textContent = `${file.name}: ${error.message} `;
          addButton(words, `Retry ${file.name}`, () => {
            words.textContent = `${file.name} `;
            queue(file, words);
          });
        })
        .finally(() => {
          waiting -= 1;
        });
    }
  }

  /**
   * @param {File} file @param {(share: number) => void} onProgress
   * @returns {Promise<{ name: string, signed: string }>}
   */
  function upload(file, onProgress) {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const body = new FormData();
      body.append('photos', file);
      request.open('POST', `/${root}/${token}/files`);
      request.responseType = 'json';
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
      request.addEventListener('error', () => reject(new Error('The connection was lost.')));
      request.addEventListener('load', () => {
        const answer = /** @type {{ name: string, signed: string, message?: string } | null} */ (request.response);
        if (request.status === 201 && answer) resolve(answer);
        else reject(new Error(answer?.message ?? 'It could not be sent.'));
      });
      request.send(body);
    });
  }

  /** @param {HTMLFormElement} form */
  function showSteps(form) {
    if (!matchMedia(NARROW).matches || form.querySelector('.notice')) return;
    const steps = /** @type {HTMLElement[]} */ ([...form.querySelectorAll('[data-step]')]);
    const summary = newElement('p');
    summary.className = 'words';
    steps.at(-1)?.prepend(summary);
    const wrong = steps.findIndex((step) => step.querySelector('.problem'));
    for (const [place, step] of steps.entries()) {
      const count = newElement('p', `Step ${place + 1} of ${steps.length}`);
      count.className = 'quiet';
      step.prepend(count);
      if (place > 0) step.append(button('Back', () => show(place - 1)));
      const next = steps[place + 1];
      if (next) step.append(button(`Next: ${next.dataset.step}`, () => show(place + 1), 'primary'));
    }
    show(Math.max(0, wrong), false);

    /** @param {string} text @param {() => void} act @param {string} [kind] */
    function button(text, act, kind = '') {
      const element = newElement('button', text);
      element.type = 'button';
      element.className = kind;
      element.addEventListener('click', act);
      return element;
    }

    /** @param {number} wanted @param {boolean} [moves] */
    function show(wanted, moves = true) {
      for (const [place, step] of steps.entries()) step.hidden = place !== wanted;
      const textOf = (/** @type {string} */ name) => {
        const field = form.elements.namedItem(name);
        return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value.trim() : '';
      };
      const category = form.querySelector('input[name="category"]:checked')?.parentElement?.textContent?.trim();
      summary.textContent = [category, ...['description', 'room'].map(textOf)].filter(Boolean).join('\n');
      if (!moves) return;
      const step = steps[wanted];
      step?.setAttribute('tabindex', '-1');
      step?.focus();
      scrollTo(0, 0);
    }
  }
})();
